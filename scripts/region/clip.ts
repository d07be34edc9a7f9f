import type { Position } from './encode.ts';

/** West, south, east, north. */
type Box = readonly [number, number, number, number];
type Edge = { isInside(point: Position): boolean; intersect(a: Position, b: Position): Position };

function boxEdges([west, south, east, north]: Box): Edge[] {
  const vertical = (x: number, isInside: Edge['isInside']): Edge => ({
    isInside,
    intersect: ([ax, ay], [bx, by]) => [x, ay + ((by - ay) * (x - ax)) / (bx - ax)],
  });
  const horizontal = (y: number, isInside: Edge['isInside']): Edge => ({
    isInside,
    intersect: ([ax, ay], [bx, by]) => [ax + ((bx - ax) * (y - ay)) / (by - ay), y],
  });
  return [
    vertical(west, ([x]) => x >= west),
    vertical(east, ([x]) => x <= east),
    horizontal(south, ([, y]) => y >= south),
    horizontal(north, ([, y]) => y <= north),
  ];
}

/** Clips an outline to a box, one edge after the other (Sutherland-Hodgman algorithm). */
export function clipOutline(outline: readonly Position[], box: Box): Position[] {
  return boxEdges(box).reduce<Position[]>(
    (points, edge) =>
      points.flatMap((point, index) => {
        const before = points[index === 0 ? points.length - 1 : index - 1] ?? point;
        const cut = edge.isInside(before) === edge.isInside(point) ? [] : [edge.intersect(before, point)];
        return edge.isInside(point) ? [...cut, point] : cut;
      }),
    [...outline],
  );
}

/** Splits a line into the runs of points that are inside a box. */
export function clipLine(line: readonly Position[], box: Box): Position[][] {
  const edges = boxEdges(box);
  const runs: Position[][] = [[]];
  for (const point of line) {
    if (edges.every((edge) => edge.isInside(point))) runs[runs.length - 1]?.push(point);
    else if (runs[runs.length - 1]?.length !== 0) runs.push([]);
  }
  return runs.filter((run) => run.length > 1);
}
