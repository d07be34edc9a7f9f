import { code128 } from '../../domain/code128.ts';

/** The empty space on both sides that scanners need, in modules. */
const QUIET_ZONE = 10;

type BarcodeProps = { text: string; label: string; className?: string | undefined };

/** A Code 128 barcode, as wide as its container. */
export function Barcode({ text, label, className }: BarcodeProps) {
  const widths = code128(text);
  let x = QUIET_ZONE;
  let path = '';
  for (const [index, width] of widths.entries()) {
    if (index % 2 === 0) path += `M${x} 0h${width}v1h-${width}z`;
    x += width;
  }
  return (
    <svg
      className={className}
      viewBox={`0 0 ${x + QUIET_ZONE} 1`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <path d={path} />
    </svg>
  );
}
