import {
  type ContactAnswer,
  type ContactKind,
  type ContactProblems,
  TRAP_FIELD,
  type TypedContact,
} from './contact';
import { helpTexts } from '../texts';

export type Sent =
  | { ok: true; text: string }
  | { ok: false; text: string; needsLogin: boolean; problems?: ContactProblems };

/** Sends the form and says, in words for the person, how it went. */
export async function sendContact(
  kind: ContactKind,
  typed: TypedContact,
  trap: string,
  fetchImpl: typeof fetch = fetch,
): Promise<Sent> {
  const failed = kind === 'suggestion' ? helpTexts.suggestionFailed : helpTexts.supportFailed;
  try {
    return kind === 'suggestion'
      ? await sendSuggestion(typed, trap, failed, fetchImpl)
      : await post(supportCall(typed, trap), {}, failed, fetchImpl);
  } catch {
    // No answer came, or none of this server's: for the person both mean that it was not sent.
    return { ok: false, text: failed, needsLogin: false };
  }
}

async function sendSuggestion(
  typed: TypedContact,
  trap: string,
  failed: string,
  fetchImpl: typeof fetch,
): Promise<Sent> {
  const { details, ...person } = typed;
  const body = { ...person, suggestion: details, [TRAP_FIELD]: trap };
  const send = async (): Promise<Sent> => {
    const token = await requestToken(fetchImpl);
    if (token === null) {
      return { ok: false, text: helpTexts.suggestionNeedsLogin, needsLogin: true };
    }
    return post(body, { Authorization: `Bearer ${token}` }, failed, fetchImpl);
  };
  const sent = await send();
  // A token that expired on the way, say on a machine that slept: once more with a fresh one.
  return !sent.ok && sent.needsLogin ? send() : sent;
}

function supportCall({ details, ...person }: TypedContact, trap: string) {
  const subject = `${person.firstName.trim()} ${person.lastName.trim()}`;
  // Where it goes is the server's affair.
  return { ...person, subject, message: details, to: 'support', [TRAP_FIELD]: trap };
}

/** Null for who is not signed in. */
async function requestToken(fetchImpl: typeof fetch): Promise<string | null> {
  const response = await fetchImpl('/api/auth/id-token');
  if (response.status === 401 || response.status === 403) return null;
  if (!response.ok) throw new Error(`status ${response.status}`);
  return ((await response.json()) as { token: string }).token;
}

async function post(
  body: object,
  headers: Record<string, string>,
  failed: string,
  fetchImpl: typeof fetch,
): Promise<Sent> {
  const response = await fetchImpl('/api/email/webhook-handler', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as Partial<ContactAnswer>;
  if (response.ok && answer.success === true && answer.message) {
    return { ok: true, text: answer.message };
  }
  const { message, problems } = answer;
  return {
    ok: false,
    text: typeof message === 'string' && message !== '' ? message : failed,
    needsLogin: response.status === 401,
    ...(problems && { problems }),
  };
}
