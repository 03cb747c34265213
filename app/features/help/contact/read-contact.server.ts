import type { AppLoadContext } from '@remix-run/node';
import { z } from 'zod';

import { normalizeName } from '~/features/accounts';
import { discardBody, MAX_CONTACT_BODY, readForm, readJsonBody } from '~/http/read-body.server';
import { limitAddress } from '~/http/rate-limit.server';

import { CONTACT_FIELDS, contactKindOf, TRAP_FIELD, type TypedContact } from './contact';
import { MAX_SUBJECT } from './contact-checks';
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

/** A message as a route gets it. */
interface SentRequest {
  request: Request;
  context: AppLoadContext;
}

/** Before anything of it is read. @throws AppError `too-many-requests` */
async function countAddress({ request, context }: SentRequest): Promise<void> {
  try {
    await limitAddress('public-form-address', context.clientAddress);
  } catch (error) {
    discardBody(request);
    throw error;
  }
}

/**
 * The JSON of POST /api/email/webhook-handler: with a `suggestion`, or with `subject` and `message`. `to` is accepted and
 * ignored: the operator decides where email goes.
 * @throws AppError `too-many-requests`, `too-large`
 */
export async function readContactCall(sent: SentRequest): Promise<SentContact> {
  await countAddress(sent);
  return contactIn(await readJsonBody(sent.request, MAX_CONTACT_BODY));
}

function contactIn(body: unknown): SentContact {
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

/**
 * What a browser without JavaScript sends. A body that is no form counts as an empty one.
 * @throws AppError `too-many-requests`, `too-large`
 */
export async function readContactForm(sent: SentRequest): Promise<SentContact> {
  await countAddress(sent);
  const form = await readForm(sent.request, MAX_CONTACT_BODY);
  const of = (name: string) => form.get(name) ?? '';
  return {
    kind: contactKindOf(form.get('kind') ?? null) ?? 'support',
    typed: Object.fromEntries(
      CONTACT_FIELDS.map((field) => [field, of(field)]),
    ) as unknown as TypedContact,
    subject: '',
    trap: of(TRAP_FIELD),
  };
}

/** On one line, because it becomes a header, and cut to a length that mail programs show. */
function subjectOf(typed: string): string {
  return [...normalizeName(typed)].slice(0, MAX_SUBJECT).join('');
}
