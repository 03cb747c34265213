import type { ImportCandidate, ImportChoice } from '../page/import-export';

/** What of a preview is to come in: all but those that are marked, or those alone. */
export interface Choice {
  all: boolean;
  marked: ReadonlySet<number>;
}

export const EVERYTHING: Choice = { all: true, marked: new Set() };
export const NOTHING: Choice = { all: false, marked: new Set() };

/** What is there already, or cannot be read, is not to be had. */
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

/** How many, of so many that can be chosen. */
export function chosenCount({ all, marked }: Choice, total: number): number {
  return all ? total - marked.size : marked.size;
}

export function toImportChoice({ all, marked }: Choice): ImportChoice {
  const indexes = [...marked].sort((a, b) => a - b);
  return all ? { all, except: indexes } : { all, only: indexes };
}
