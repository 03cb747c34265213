// Checked in the browser and on the server, so that the form says the same with and without JavaScript.
import { emailProblem, nameProblem, normalizeEmail, normalizeName } from '~/features/accounts';

import type { ContactKind, ContactProblems, TypedContact } from './contact';
import { helpTexts } from '../texts';

export const MAX_DETAILS = 5_000;
export const MAX_SUBJECT = 200;

/** What is stored: names and addresses on one line, and no control characters. */
export function cleanContact({ firstName, lastName, email, details }: TypedContact): TypedContact {
  return {
    firstName: normalizeName(firstName),
    lastName: normalizeName(lastName),
    email: normalizeEmail(email),
    details: cleanDetails(details),
  };
}

/** Strips control characters other than tabs and line ends. */
function cleanDetails(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n\t]|\p{Cs}/gu, '')
    .trim();
}

/** The problems of each field; empty when there are none. */
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
