import { type AppLoadContext, data, redirect } from '@remix-run/node';
import { z } from 'zod';

import { normalizeName } from '~/features/accounts';
import { describeFailure, retryHeader } from '~/http/failure.server';
import { limitAddress } from '~/http/rate-limit.server';
import { discardBody, MAX_CONTACT_BODY, readForm, readJsonBody } from '~/http/read-body.server';
import { jsonHeaders } from '~/http/resource.server';
import { AppError, TooManyRequests } from '~/lib/errors';

import { helpTexts } from '../texts';
import {
  CONTACT_FIELDS,
  type ContactAnswer,
  contactKindOf,
  type RefusedContact,
  TRAP_FIELD,
  type TypedContact,
} from './contact';
import { MAX_SUBJECT } from './contact-checks';
import {
  ContactInvalid,
  type ContactSender,
  type SentContact,
  submitContact,
} from './submit-contact.server';

/** Anything but a string counts as empty; the checks then name the missing field. */
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

interface SentRequest {
  request: Request;
  context: AppLoadContext;
}

/** Counts the call before the body is read. @throws AppError `too-many-requests` */
async function countAddress({ request, context }: SentRequest): Promise<void> {
  try {
    await limitAddress('public-form-address', context.clientAddress);
  } catch (error) {
    discardBody(request);
    throw error;
  }
}

/**
 * Reads the JSON of POST /api/email/webhook-handler: with a `suggestion`, or with `subject` and `message`. `to` is accepted
 * and ignored, because the operator decides where email goes.
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
 * Reads the form that a browser without JavaScript sends. A body that isn't a form counts as an empty one.
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

/** On one line, because it becomes an email header, and no longer than email programs show. */
function subjectOf(typed: string): string {
  return [...normalizeName(typed)].slice(0, MAX_SUBJECT).join('');
}

/** For a message that is refused before it's read. */
const UNREAD: SentContact = {
  kind: 'support',
  typed: { firstName: '', lastName: '', email: '', details: '' },
  subject: '',
  trap: '',
};

/** Answers POST /api/email/webhook-handler. @throws Response with `{ success: false, message }` and the problems */
export async function answerContactCall(
  reading: Promise<SentContact>,
  senderOf: (sent: SentContact) => Promise<ContactSender>,
): Promise<ContactAnswer> {
  let sent = UNREAD;
  try {
    sent = await reading;
    const message = await submitContact(sent, await senderOf(sent));
    return { success: true, message };
  } catch (error) {
    const { message, problems, init } = refusalOf(error, sent);
    const answer: ContactAnswer = { success: false, message, ...(problems && { problems }) };
    const headers = { ...jsonHeaders(), ...init.headers };
    throw Response.json(answer, { ...init, headers });
  }
}

/** Answers the form of a browser without JavaScript: redirects to the thanks, or returns what was typed. */
export async function answerContactForm(
  reading: Promise<SentContact>,
  senderOf: () => Promise<ContactSender>,
) {
  let sent = UNREAD;
  try {
    sent = await reading;
    await submitContact(sent, await senderOf());
    return redirect(`/contact?sent=${sent.kind}`, 303);
  } catch (error) {
    const { message, problems, needsLogin, init } = refusalOf(error, sent);
    const { kind, typed } = sent;
    return data<RefusedContact>({ kind, typed, message, problems, needsLogin }, init);
  }
}

function refusalOf(error: unknown, { kind }: SentContact) {
  const { status, retryAfter } = describeFailure(error);
  const failed = kind === 'suggestion' ? helpTexts.suggestionFailed : helpTexts.supportFailed;
  const limited = error instanceof TooManyRequests;
  return {
    message: error instanceof AppError ? error.userMessage : failed,
    problems: error instanceof ContactInvalid ? error.problems : undefined,
    needsLogin: status === 401,
    init: {
      status,
      headers: limited
        ? { 'Retry-After': String(error.retryAfterSeconds) }
        : retryHeader({ retryAfter }),
    },
  };
}
