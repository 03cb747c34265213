export interface NamesTyped {
  firstName: string;
  lastName: string;
}

/** What someone is typing, and what was stored when they began. */
export interface NamesDraft {
  typed: NamesTyped;
  base: NamesTyped;
}

export function sameNames(one: NamesTyped, other: NamesTyped): boolean {
  return one.firstName === other.firstName && one.lastName === other.lastName;
}

/** True when what is stored was changed elsewhere since they began to type, and is not what they typed. */
export function changedElsewhere(draft: NamesDraft | null, stored: NamesTyped): boolean {
  return draft !== null && !sameNames(draft.base, stored) && !sameNames(draft.typed, stored);
}

/** Reads a draft that was kept as text; null for anything else. */
export function parseDraft(text: string): NamesDraft | null {
  if (text === '') return null;
  try {
    const draft = JSON.parse(text) as NamesDraft;
    const names = [draft.typed, draft.base];
    const whole = names.every(
      (each) => typeof each.firstName === 'string' && typeof each.lastName === 'string',
    );
    return whole ? draft : null;
  } catch {
    // Kept by another version: what was typed then is lost, the page is not.
    return null;
  }
}
