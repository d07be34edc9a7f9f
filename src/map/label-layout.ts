import type { RegionLabel } from './region/decode.ts';

type Box = { left: number; top: number; right: number; bottom: number };

/** The approximate width of a letter, and the height of a line with spacing. */
const LETTER_WIDTH_PX = 7;
const LINE_HEIGHT_PX = 22;
const MAX_LABELS = 60;

/**
 * Chooses the labels that fit into a view without overlapping; the most important labels come first.
 * @param toPoint returns the position of a label in the view, in pixels
 */
export function layOutLabels(
  labels: readonly RegionLabel[],
  zoom: number,
  view: { width: number; height: number },
  toPoint: (label: RegionLabel) => { x: number; y: number },
): RegionLabel[] {
  const placed: RegionLabel[] = [];
  const occupied: Box[] = [];
  for (const label of labels) {
    if (label.minZoom > zoom) continue;
    if (placed.length === MAX_LABELS) break;
    const { x, y } = toPoint(label);
    if (x < 0 || y < 0 || x > view.width || y > view.height) continue;
    const half = (label.name.length * LETTER_WIDTH_PX) / 2 + 4;
    const box = {
      left: x - half,
      right: x + half,
      top: y - LINE_HEIGHT_PX / 2,
      bottom: y + LINE_HEIGHT_PX / 2,
    };
    if (occupied.some((other) => overlaps(box, other))) continue;
    occupied.push(box);
    placed.push(label);
  }
  return placed;
}

function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
}
