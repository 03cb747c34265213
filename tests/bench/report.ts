import { short } from './statistics.ts';

/** One line of the result. */
export interface Line {
  /** The number of its goal. */
  row: number;
  what: string;
  unit: string;
  app: number;
  floor: number | null;
  goal: string;
  /** Null without a goal. */
  holds: boolean | null;
}

interface Figure {
  row: number;
  what: string;
  unit: string;
  app: number;
  floor?: number | null;
}

/** A figure that must not exceed a limit, or a multiple of the floor if that is more. */
export function atMost(limit: number, figure: Figure, timesFloor?: number): Line {
  const floor = figure.floor ?? null;
  const allowed =
    timesFloor === undefined || floor === null ? limit : Math.max(limit, timesFloor * floor);
  const goal =
    timesFloor === undefined ? `≤ ${short(limit)}` : `≤ ${short(limit)} or ${timesFloor} × floor`;
  return { ...figure, floor, goal, holds: figure.app <= allowed };
}

export function atLeast(limit: number, figure: Figure): Line {
  return {
    ...figure,
    floor: figure.floor ?? null,
    goal: `≥ ${short(limit)}`,
    holds: figure.app >= limit,
  };
}

/** A figure without a goal. */
export function noted(figure: Figure): Line {
  return { ...figure, floor: figure.floor ?? null, goal: '', holds: null };
}

export const HEAD: readonly string[] = ['row', 'what', 'app', 'floor', 'ratio', 'unit', 'goal', ''];

/** A line's cells under `HEAD`. */
export function cellsOf(line: Line): string[] {
  return [
    String(line.row),
    line.what,
    short(line.app),
    line.floor === null ? '' : short(line.floor),
    line.floor === null || Number.isNaN(line.floor)
      ? ''
      : `${(line.app / line.floor).toFixed(2)} ×`,
    line.unit,
    line.goal,
    line.holds === null ? '' : line.holds ? 'holds' : 'MISSED',
  ];
}

export function printReport(lines: readonly Line[]): void {
  const cells = lines.map(cellsOf);
  const widths = HEAD.map((head, column) =>
    Math.max(head.length, ...cells.map((row) => (row[column] ?? '').length)),
  );
  const isNumber = (column: number) => column === 0 || (column >= 2 && column <= 4);
  for (const row of [HEAD, ...cells]) {
    console.log(
      row
        .map((cell, column) =>
          isNumber(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    );
  }
}
