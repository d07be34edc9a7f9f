/**
 * Code 128 (ISO/IEC 15417). Packages from npm draw many kinds of barcodes and are ten times as large as this one.
 *
 * Each symbol is three bars and three spaces, with their widths in modules; the stop symbol has one more bar.
 */
const PATTERNS = [
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231',
  '113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211',
  '212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131',
  '113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111',
  '314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211',
  '241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141',
  '214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214',
  '211232',
].flatMap((line) => line.split(' '));
const STOP_PATTERN = '2331112';
/** The symbol that begins a barcode in code set B, whose first symbol stands for a space. */
const START_B = 104;
const FIRST_IN_B = ' '.charCodeAt(0);

/** The widths of bars and spaces in modules, beginning with a bar. The text may contain printable ASCII characters. */
export function code128(text: string): number[] {
  if (!/^[ -~]+$/.test(text)) throw new RangeError('Code set B has printable ASCII characters only.');
  const symbols = [START_B, ...[...text].map((character) => character.charCodeAt(0) - FIRST_IN_B)];
  const sum = symbols.reduce((total, symbol, index) => total + symbol * Math.max(1, index), 0);
  const patterns = [...symbols, sum % 103].map((symbol) => PATTERNS[symbol] ?? '');
  return [...patterns, STOP_PATTERN].flatMap((pattern) => [...pattern].map(Number));
}
