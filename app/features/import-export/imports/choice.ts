import type { ImportCandidate, ImportChoice } from '../page/import-export';

/** Which conversations of a preview to import: all but the marked ones, or only those. */
export interface Choice {
  all: boolean;
  marked: ReadonlySet<number>;
}

export const EVERYTHING: Choice = { all: true, marked: new Set() };
export const NOTHING: Choice = { all: false, marked: new Set() };

/** Not what was imported before without changes, nor what can't be read. */
export function canChoose({ standing }: ImportCandidate): boolean {
  return standing === 'fresh' || standing === 'grown';
}

export function isChosen({ all, marked }: Choice, index: number): boolean {
  return all !== marked.has(index);
}

export function toggled({ all, marked }: Choice, index: number): Choice {
  const next = new Set(marked);
  if (!next.delete(index)) next.add(index);
  return { all, marked: next };
}

export function chosenCount({ all, marked }: Choice, choosable: number): number {
  return all ? choosable - marked.size : marked.size;
}

export function toImportChoice({ all, marked }: Choice): ImportChoice {
  const indexes = [...marked].sort((a, b) => a - b);
  return all ? { all, except: indexes } : { all, only: indexes };
}
