import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';

import { format, resolveConfig } from 'prettier';

import { cellsOf, HEAD, type Line } from './report.ts';

const FILE = fileURLToPath(new URL('../../docs/performance.md', import.meta.url));

export interface Facts {
  /** The command line. */
  command: string;
  /** The version of PostgreSQL. */
  postgres: string;
}

/** Writes the results of parts to their places in docs/performance.md; other parts' results stay. */
export async function writeResults(
  measured: ReadonlyMap<string, readonly Line[]>,
  facts: Facts,
): Promise<void> {
  const written = withResults(await readFile(FILE, 'utf8'), measured, captionOf(facts));
  const options = await resolveConfig(FILE);
  await writeFile(FILE, await format(written, { ...options, parser: 'markdown' }));
}

/** @throws Error when the file has no place for one of these parts */
export async function requirePlaces(parts: readonly string[]): Promise<void> {
  const text = await readFile(FILE, 'utf8');
  for (const part of parts) placeOf(text, part);
}

/** Puts each result between `<!-- measured: PART -->` and `<!-- end: PART -->`. */
function withResults(
  text: string,
  measured: ReadonlyMap<string, readonly Line[]>,
  caption: string,
): string {
  let result = text;
  for (const [part, lines] of measured) {
    const { from, to } = placeOf(result, part);
    const block = `\n\n${caption}\n\n${tableOf(lines)}\n\n`;
    result = result.slice(0, from) + block + result.slice(to);
  }
  return result;
}

function placeOf(text: string, part: string): { from: number; to: number } {
  const begin = `<!-- measured: ${part} -->`;
  const from = text.indexOf(begin) + begin.length;
  const to = text.indexOf(`<!-- end: ${part} -->`);
  if (!text.includes(begin) || to < from) {
    throw new Error(`docs/performance.md has no place for ${part}`);
  }
  return { from, to };
}

function tableOf(lines: readonly Line[]): string {
  const isNumber = (column: number) => column === 0 || (column >= 2 && column <= 4);
  const rows = [
    HEAD,
    HEAD.map((_, column) => (isNumber(column) ? '--:' : '---')),
    ...[...lines].sort((a, b) => a.row - b.row).map(cellsOf),
  ];
  return rows.map((cells) => `| ${cells.map((cell) => cell.trim()).join(' | ')} |`).join('\n');
}

function captionOf({ command, postgres }: Facts): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  const memory = Math.round(totalmem() / 2 ** 30);
  const date = new Date().toISOString().slice(0, 10);
  return (
    `\`${command}\`, ${date}: ${availableParallelism()} cores (${model}), ${memory} GB, ${process.platform}, ` +
    `Node ${process.version.slice(1)}, PostgreSQL ${postgres}.`
  );
}
