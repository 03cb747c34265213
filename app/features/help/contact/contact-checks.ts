// What both the browser and the server check, so that the form says the same with and without JavaScript.
import { emailProblem, nameProblem, normaliseEmail, normaliseName } from '~/features/accounts';

import type { ContactKind, ContactProblems, TypedContact } from './contact';
import { helpMessages } from '../texts';

export const DETAILS_MOST = 5_000;
export const SUBJECT_MOST = 200;

/** What was typed, as it is kept: names and addresses on one line, no control characters anywhere. */
export function cleanContact({ firstName, lastName, email, details }: TypedContact): TypedContact {
  return {
    firstName: normaliseName(firstName),
    lastName: normaliseName(lastName),
    email: normaliseEmail(email),
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
    firstName: nameProblem(firstName, helpMessages.firstNameMissing),
    lastName: nameProblem(lastName, helpMessages.lastNameMissing),
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
    return kind === 'suggestion' ? helpMessages.suggestionMissing : helpMessages.issueMissing;
  }
  return [...details].length > DETAILS_MOST ? helpMessages.tooLong(DETAILS_MOST) : undefined;
}
