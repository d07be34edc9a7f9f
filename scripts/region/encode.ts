/** Longitude and latitude in degrees. */
export type Position = readonly [longitude: number, latitude: number];

/** Encodes a line in the format of src/map/region/decode.ts. Points equal to the previous one are left out. */
export function encodeLine(points: readonly Position[], perDegree: number): string {
  return encode(points, perDegree, true);
}

/** Encodes points like a line, but without leaving any out, because the list of names has the same order. */
export function encodePoints(points: readonly Position[], perDegree: number): string {
  return encode(points, perDegree, false);
}

function encode(points: readonly Position[], perDegree: number, isLine: boolean): string {
  let [x, y] = [0, 0];
  let text = '';
  for (const [index, [longitude, latitude]] of points.entries()) {
    const [nextX, nextY] = [Math.round(longitude * perDegree), Math.round(latitude * perDegree)];
    if (isLine && index > 0 && nextX === x && nextY === y) continue;
    text += encodeNumber(nextX - x) + encodeNumber(nextY - y);
    [x, y] = [nextX, nextY];
  }
  return text;
}

function encodeNumber(value: number): string {
  let left = value < 0 ? ~(value << 1) : value << 1;
  let text = '';
  while (left >= 32) {
    text += String.fromCharCode(((left & 31) | 32) + 63);
    left >>= 5;
  }
  return text + String.fromCharCode(left + 63);
}
