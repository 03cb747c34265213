import { data, redirect } from '@remix-run/node';

import { AppError } from '~/lib/errors';
import { describeFailure, retryHeader } from '~/http/failure.server';
import { TooManyRequests } from '~/http/too-many-requests';

import type { ContactAnswer } from './contact';
import type { RefusedContact } from './refused-contact';
import { helpTexts } from '../texts';
import {
  ContactInvalid,
  type ContactSender,
  type SentContact,
  submitContact,
} from './submit-contact.server';

/** Stands for a message that was refused before anything of it was read. */
const UNREAD: SentContact = {
  kind: 'support',
  typed: { firstName: '', lastName: '', email: '', details: '' },
  subject: '',
  trap: '',
};

/** Answers POST /api/email/webhook-handler. @throws Response: `{ success: false, message }`, with what is wrong */
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
    throw Response.json(answer, init);
  }
}

/** Answers the form of a browser without JavaScript: leads to the thanks, else gives back what was typed. */
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
