import { encode } from 'uqr';
import classes from './QrCode.module.css';

/** A QR code, dark on light in both themes, with the quiet zone that scanners need. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'L', border: 4 });
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return (
    <svg
      className={`mx-auto rounded-md ${classes.code}`}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
    >
      <path d={path} />
    </svg>
  );
}
