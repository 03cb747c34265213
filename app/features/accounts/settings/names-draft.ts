import { fieldsOf, parsedOf } from '~/lib/json';

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
  const draft = fieldsOf(parsedOf(text));
  const [typed, base] = [namesIn(draft.typed), namesIn(draft.base)];
  return typed && base && { typed, base };
}

function namesIn(json: unknown): NamesTyped | null {
  const { firstName, lastName } = fieldsOf(json);
  return typeof firstName === 'string' && typeof lastName === 'string'
    ? { firstName, lastName }
    : null;
}
