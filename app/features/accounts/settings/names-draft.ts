export interface NamesTyped {
  firstName: string;
  lastName: string;
}

/** The names that someone is typing, and those that were stored when they began. */
export interface NamesDraft {
  typed: NamesTyped;
  base: NamesTyped;
}

export function sameNames(one: NamesTyped, other: NamesTyped): boolean {
  return one.firstName === other.firstName && one.lastName === other.lastName;
}

/** Whether the stored names changed elsewhere since they began to type, to something other than what they typed. */
export function changedElsewhere(draft: NamesDraft | null, stored: NamesTyped): boolean {
  return draft !== null && !sameNames(draft.base, stored) && !sameNames(draft.typed, stored);
}

/** Reads a stored draft; null for any other text. */
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
    // Another version stored it: the draft is lost, but the page works.
    return null;
  }
}
