import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { runApart, type ReaderTurn } from '../run-apart.server';
import type { ImageRefusal } from './image-refusals';

const LIMITS = { timeMs: 10_000, memoryMb: 512 };

/** An image that was opened, measured and written anew into a directory of its own. */
export interface ReadImage {
  directory: string;
  type: string;
  width: number;
  height: number;
  bytes: number;
  storedBytes: number;
}

/** Opens an image in a process of its own; a word for why that cannot be done. */
export async function readImage(
  bytes: Uint8Array,
  directory: string,
  turn: ReaderTurn,
): Promise<ReadImage | ImageRefusal> {
  if (bytes.length === 0) return 'empty';
  const input = join(directory, 'input');
  await writeFile(input, bytes, { mode: 0o600 });
  return readImageFile(input, directory, turn);
}

/** `kept`: one that has nothing beside its pixels stays as it is, to the byte, since writing it anew loses a little. */
export async function readImageFile(
  input: string,
  directory: string,
  turn: ReaderTurn,
  { kept = false } = {},
): Promise<ReadImage | ImageRefusal> {
  const args = [input, directory, ...(kept ? ['kept'] : [])];
  const run = await runApart('readers/image-reader.ts', args, LIMITS, turn);
  if ('killed' in run) return run.killed;
  if ('broken' in run) return 'damaged';
  const answer = JSON.parse(run.said) as
    | { refusal: ImageRefusal }
    | { type: string; width: number; height: number; sizes: Record<string, number> };
  if ('refusal' in answer) return answer.refusal;
  const { type, width, height, sizes } = answer;
  const storedBytes = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  return { directory, type, width, height, bytes: sizes.file ?? 0, storedBytes };
}
