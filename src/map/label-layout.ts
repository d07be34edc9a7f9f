import type { RegionLabel } from './region/decode.ts';

type Box = { left: number; top: number; right: number; bottom: number };
export type PlacedLabel = { label: RegionLabel; x: number; y: number };

/** Pixels: about what a letter takes, and the height of a line with some air. */
const LETTER = 7;
const LINE = 22;
const MOST = 60;

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
  const taken: Box[] = [];
  for (const label of labels) {
    if (label.minZoom > zoom) continue;
    if (placed.length === MOST) break;
    const { x, y } = toPoint(label);
    if (x < 0 || y < 0 || x > view.width || y > view.height) continue;
    const half = (label.name.length * LETTER) / 2 + 4;
    const box = { left: x - half, right: x + half, top: y - LINE / 2, bottom: y + LINE / 2 };
    if (taken.some((other) => overlaps(box, other))) continue;
    taken.push(box);
    placed.push({ label, x, y });
  }
  return placed;
}

function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
}
