import type { RegionLabel } from './region/decode.ts';

type Box = { left: number; top: number; right: number; bottom: number };
export type PlacedLabel = { label: RegionLabel; x: number; y: number };

/** Pixels: about what a letter takes, and the height of a line with some air. */
const LETTER_WIDTH_PX = 7;
const LINE_HEIGHT_PX = 22;
const MAX_LABELS = 60;

/**
 * The labels that fit into a view, the more important first, none over another.
 * @param toPoint where a place is in the view, in pixels
 */
export function layOutLabels(
  labels: readonly RegionLabel[],
  zoom: number,
  view: { width: number; height: number },
  toPoint: (label: RegionLabel) => { x: number; y: number },
): PlacedLabel[] {
  const placed: PlacedLabel[] = [];
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
    placed.push({ label, x, y });
  }
  return placed;
}

function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
}
