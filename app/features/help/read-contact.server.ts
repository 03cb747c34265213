import { z } from 'zod';

import { normaliseName } from '~/features/auth/index';

import { CONTACT_FIELDS, contactKindOf, TRAP_FIELD, type TypedContact } from './contact';
import { SUBJECT_MOST } from './contact-checks';
import type { SentContact } from './submit-contact.server';

/** Anything but a text counts as nothing: the checks then say what is missing. */
const text = z.string().catch('');

const call = z
  .object({
    firstName: text,
    lastName: text,
    email: text,
    suggestion: z.unknown().optional(),
    subject: text,
    message: text,
    [TRAP_FIELD]: text,
  })
  .catch({
    firstName: '',
    lastName: '',
    email: '',
    suggestion: undefined,
    subject: '',
    message: '',
    [TRAP_FIELD]: '',
  });

/**
 * The JSON of POST /api/email/webhook-handler (spec §7): with a `suggestion`, or with `subject` and `message`. `to` is
 * taken and ignored: where mail goes is the operator's choice.
 */
export function readContactCall(body: unknown): SentContact {
  const {
    suggestion,
    subject,
    message,
    firstName,
    lastName,
    email,
    [TRAP_FIELD]: trap,
  } = call.parse(body);
  const isSuggestion = suggestion !== undefined;
  const details = isSuggestion ? text.parse(suggestion) : message;
  return {
    kind: isSuggestion ? 'suggestion' : 'support',
    typed: { firstName, lastName, email, details },
    subject: isSuggestion ? '' : subjectOf(subject),
    trap,
  };
}

/** What a browser without JavaScript sends. A body that is no form counts as an empty one. */
export async function readContactForm(request: Request): Promise<SentContact> {
  const form = await request.formData().catch(() => new FormData());
  const of = (name: string) => text.parse(form.get(name));
  return {
    kind: contactKindOf(form.get('kind')) ?? 'support',
    typed: Object.fromEntries(
      CONTACT_FIELDS.map((field) => [field, of(field)]),
    ) as unknown as TypedContact,
    subject: '',
    trap: of(TRAP_FIELD),
  };
}

/** On one line, because it becomes a header, and cut to a length that mail programs show. */
function subjectOf(typed: string): string {
  return [...normaliseName(typed)].slice(0, SUBJECT_MOST).join('');
}
