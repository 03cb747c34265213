// What both the browser and the server check, so that the form says the same with and without JavaScript.
import { emailProblem, nameProblem, normalizeEmail, normalizeName } from '~/features/accounts';

import type { ContactKind, ContactProblems, TypedContact } from './contact';
import { helpTexts } from '../texts';

export const MAX_DETAILS = 5_000;
export const MAX_SUBJECT = 200;

/** What was typed, as it is kept: names and addresses on one line, no control characters anywhere. */
export function cleanContact({ firstName, lastName, email, details }: TypedContact): TypedContact {
  return {
    firstName: normalizeName(firstName),
    lastName: normalizeName(lastName),
    email: normalizeEmail(email),
    details: cleanDetails(details),
  };
}

/** Text of several lines: what is kept of control characters is tabs and line ends. */
function cleanDetails(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n\t]|\p{Cs}/gu, '')
    .trim();
}

/** What is wrong with what was typed; an empty object when nothing is. */
export function contactProblems(kind: ContactKind, typed: TypedContact): ContactProblems {
  const { firstName, lastName, email, details } = cleanContact(typed);
  const found = {
    firstName: nameProblem(firstName, helpTexts.firstNameMissing),
    lastName: nameProblem(lastName, helpTexts.lastNameMissing),
    email: emailProblem(email),
    details: detailsProblem(kind, details),
  };
  return Object.fromEntries(
    Object.entries(found).flatMap(([field, problem]) =>
      problem === undefined ? [] : [[field, [problem]]],
    ),
  );
}

function detailsProblem(kind: ContactKind, details: string): string | undefined {
  if (!/[^\p{C}\p{Z}]/u.test(details)) {
    return kind === 'suggestion' ? helpTexts.suggestionMissing : helpTexts.issueMissing;
  }
  return [...details].length > MAX_DETAILS ? helpTexts.tooLong(MAX_DETAILS) : undefined;
}
