import type { ImportView } from '../page/transfer';

/** A part of a file that has not arrived. */
export interface Part {
  file: number;
  part: number;
  start: number;
  end: number;
}

/** What is to be sent still, in its order. */
export function missingParts({ files, partSize }: Pick<ImportView, 'files' | 'partSize'>): Part[] {
  return files.flatMap(({ size, received }, file) => {
    const there = new Set(received);
    return Array.from({ length: Math.ceil(size / partSize) }, (_, part) => part)
      .filter((part) => !there.has(part))
      .map((part) => ({
        file,
        part,
        start: part * partSize,
        end: Math.min((part + 1) * partSize, size),
      }));
  });
}

export function sizeOf({ files }: Pick<ImportView, 'files'>): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

/** Bytes that are there. */
export function arrivedBytes(view: Pick<ImportView, 'files' | 'partSize'>): number {
  return missingParts(view).reduce((left, { start, end }) => left - (end - start), sizeOf(view));
}
