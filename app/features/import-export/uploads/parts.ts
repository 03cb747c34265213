import type { ImportView } from '../page/import-export';

/** A part of a file, from byte `start` up to, but not including, `end`. */
export interface Part {
  file: number;
  part: number;
  start: number;
  end: number;
}

/** The parts that haven't arrived, in order. */
export function missingParts({ files, partSize }: Pick<ImportView, 'files' | 'partSize'>): Part[] {
  return files.flatMap(({ size, received }, file) => {
    const arrived = new Set(received);
    return Array.from({ length: Math.ceil(size / partSize) }, (_, part) => part)
      .filter((part) => !arrived.has(part))
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

export function arrivedBytes(view: Pick<ImportView, 'files' | 'partSize'>): number {
  return missingParts(view).reduce((left, { start, end }) => left - (end - start), sizeOf(view));
}

/** Long enough for a steady number, short enough to follow the network. */
const WINDOW_MS = 10_000;
/** Before that, no speed is shown. */
const MIN_MS = 1_500;

interface Sample {
  at: number;
  sent: number;
}

/** Measures the speed over the last seconds. */
export function createSpeed(): {
  note(at: number, sent: number): void;
  /** Bytes per second; null until it can be measured. */
  now(): number | null;
  reset(): void;
} {
  let samples: Sample[] = [];
  return {
    note(at, sent) {
      // The last sample before the window stays, because the window is measured from it.
      const first = samples.findLastIndex((sample) => sample.at <= at - WINDOW_MS);
      if (first > 0) samples = samples.slice(first);
      samples.push({ at, sent });
    },
    now() {
      const [first, last] = [samples[0], samples.at(-1)];
      if (!first || !last || last.at - first.at < MIN_MS) return null;
      const speed = ((last.sent - first.sent) * 1_000) / (last.at - first.at);
      return speed > 0 ? speed : null;
    },
    reset() {
      samples = [];
    },
  };
}
