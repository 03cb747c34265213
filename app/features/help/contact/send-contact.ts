import type { SessionsApi } from '~/features/accounts';
import { client, RequestRefused, requestAsVisitor } from '~/http/client';
import { fieldsOf, isTextList, textFieldsOf } from '~/lib/json';

import {
  CONTACT_FIELDS,
  type ContactKind,
  type ContactProblems,
  TRAP_FIELD,
  type TypedContact,
} from './contact';
import { helpTexts } from '../texts';
import type { ContactMessageApi } from './routes/contact-message';

// Visitors may write, too, and what they typed stays on the page.
const sessions = client<SessionsApi>(requestAsVisitor);
const contacts = client<ContactMessageApi>(requestAsVisitor);

export type Sent =
  | { ok: true; text: string }
  | { ok: false; text: string; needsLogin: boolean; problems?: ContactProblems };

/** Sends the form; resolves to the result, in words for the person. */
export async function sendContact(
  kind: ContactKind,
  typed: TypedContact,
  trap: string,
): Promise<Sent> {
  const failed = kind === 'suggestion' ? helpTexts.suggestionFailed : helpTexts.supportFailed;
  try {
    return kind === 'suggestion'
      ? await sendSuggestion(typed, trap, failed)
      : await post(supportCall(typed, trap), {}, failed);
  } catch {
    // There was no response, or it wasn't this server's: either way, the message wasn't sent.
    return { ok: false, text: failed, needsLogin: false };
  }
}

async function sendSuggestion(typed: TypedContact, trap: string, failed: string): Promise<Sent> {
  const { details, ...person } = typed;
  const body = { ...person, suggestion: details, [TRAP_FIELD]: trap };
  const send = async (): Promise<Sent> => {
    const token = await requestToken();
    if (token === null) {
      return { ok: false, text: helpTexts.suggestionNeedsLogin, needsLogin: true };
    }
    return post(body, { Authorization: `Bearer ${token}` }, failed);
  };
  const sent = await send();
  // The token may have expired, say on a computer that slept: tries once more with a new one.
  return !sent.ok && sent.needsLogin ? send() : sent;
}

function supportCall({ details, ...person }: TypedContact, trap: string) {
  const subject = `${person.firstName.trim()} ${person.lastName.trim()}`;
  // The server ignores `to`.
  return { ...person, subject, message: details, to: 'support', [TRAP_FIELD]: trap };
}

/** Null when no one is signed in. */
async function requestToken(): Promise<string | null> {
  try {
    return (await sessions.get('/api/auth/id-token')).token;
  } catch (error) {
    const isRefused = error instanceof RequestRefused;
    if (isRefused && (error.status === 401 || error.status === 403)) return null;
    throw error;
  }
}

async function post(body: object, headers: Record<string, string>, failed: string): Promise<Sent> {
  try {
    const answer = await contacts.post('/api/email/webhook-handler', {
      bytes: new Blob([JSON.stringify(body)]),
      headers: { 'Content-Type': 'application/json', ...headers },
    });
    return { ok: true, text: answer.message };
  } catch (error) {
    if (!(error instanceof RequestRefused)) throw error;
    const { message = error.reason } = textFieldsOf(error.body, ['message']);
    const problems = problemsIn(error.body.problems);
    return {
      ok: false,
      text: message || failed,
      needsLogin: error.status === 401,
      ...(problems && { problems }),
    };
  }
}

function problemsIn(json: unknown): ContactProblems | undefined {
  const fields = fieldsOf(json);
  const problems: ContactProblems = {};
  for (const field of CONTACT_FIELDS) {
    const found = fields[field];
    if (isTextList(found)) problems[field] = found;
  }
  return Object.keys(problems).length > 0 ? problems : undefined;
}
