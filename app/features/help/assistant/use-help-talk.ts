import { useSyncExternalStore } from 'react';

import { answerErrorText } from '~/features/chat';
import { client, RequestRefused } from '~/http/client';
import { toastError } from '~/ui/feedback/toast';
import { onSignedOut } from '~/http/client';
import { fieldsOf } from '~/lib/json';

import {
  ASSISTANT_MAX_TOKENS,
  ASSISTANT_MODEL,
  ASSISTANT_TEMPERATURE,
  MAX_MESSAGES,
  type AssistantMessage,
} from './assistant';
import { helpTexts } from '../texts';
import type { HelpAssistantApi } from './routes/help-assistant';

export interface HelpLine extends AssistantMessage {
  role: 'user' | 'assistant';
  /** The message is the apology for an answer that failed. */
  failed?: boolean;
}

interface HelpTalk {
  lines: readonly HelpLine[];
  waiting: boolean;
}

// Module state, so that nothing is lost when the menu closes or the person visits the screen that an answer names.
const NOTHING: HelpTalk = { lines: [], waiting: false };
let talk = NOTHING;
const listeners = new Set<() => void>();
let round = 0;

function set(next: HelpTalk): void {
  talk = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function clear(): void {
  round += 1;
  set(NOTHING);
}

onSignedOut(clear);

/** False if the text is empty or an answer is still awaited. */
function ask(content: string): boolean {
  if (talk.waiting || content.trim() === '') return false;
  const lines: HelpLine[] = [...talk.lines, { role: 'user', content: content.trim() }];
  set({ lines, waiting: true });
  void answer(lines, round);
  return true;
}

async function answer(lines: readonly HelpLine[], asking: number): Promise<void> {
  const sent = lines.filter(({ failed }) => !failed).slice(-MAX_MESSAGES);
  let reply: HelpLine;
  let failure: string | null = null;
  try {
    const content = await askHelp(sent.map(({ role, content }) => ({ role, content })));
    reply = { role: 'assistant', content };
  } catch (error) {
    failure = answerErrorText(reasonOf(error));
    reply = { role: 'assistant', content: `${helpTexts.apology} ${failure}`, failed: true };
  }
  // The talk was cleared in the meantime, or the person signed out.
  if (asking !== round) return;
  if (failure !== null) toastError(failure);
  set({ lines: [...lines, reply], waiting: false });
}

export function useHelpTalk() {
  const { lines, waiting } = useSyncExternalStore(
    subscribe,
    () => talk,
    () => NOTHING,
  );
  return { lines, waiting, ask, clear };
}

const api = client<HelpAssistantApi>();

/** The response has no `choices[0].message.content`. */
class InvalidAnswer extends Error {}

async function askHelp(messages: readonly AssistantMessage[]): Promise<string> {
  const body = {
    messages: [...messages],
    model: ASSISTANT_MODEL,
    temperature: ASSISTANT_TEMPERATURE,
    max_tokens: ASSISTANT_MAX_TOKENS,
  };
  return contentOf(await api.post('/api/tools/helpmenuassistant', { body }));
}

/** Why there is no answer, to complete "AI response error: …". */
function reasonOf(error: unknown): string {
  if (error instanceof InvalidAnswer || error instanceof SyntaxError) {
    return helpTexts.invalidAnswer;
  }
  if (!(error instanceof RequestRefused)) return helpTexts.noAnswer;
  // It becomes part of a sentence.
  return error.reason?.replace(/\.$/, '') || helpTexts.invalidAnswer;
}

function contentOf(body: unknown): string {
  const { choices } = fieldsOf(body);
  const first: unknown = Array.isArray(choices) ? choices[0] : null;
  const { content } = fieldsOf(fieldsOf(first).message);
  if (typeof content !== 'string' || content.trim() === '') throw new InvalidAnswer();
  return content;
}
