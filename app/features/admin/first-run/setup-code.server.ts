import { createHash, randomInt } from 'node:crypto';

const GROUPS = 5;
const GROUP = 5;
/** None that is taken for another when it is typed from a terminal. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A code that nobody guesses, and that can be typed. */
export function newSetupCode(): string {
  const group = () =>
    Array.from({ length: GROUP }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

/** What is kept of it, however it was typed. */
export function setupCodeHash(typed: string): string {
  const code = typed.toLowerCase().replace(/[^a-z\d]/g, '');
  return createHash('sha256').update(code).digest('hex');
}
