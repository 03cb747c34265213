import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

import { textEventReader } from '../../app/engine/generation/follow/text-events.ts';
import { marker, type Behavior } from '../fakes/openai.ts';
import { HANG_MS } from '../harness/eventually.ts';
import type { SignedUp } from '../process/visitor.ts';

/** What a user saw of an answer who tries again whenever the connection or the server fails. */
export interface Reported {
  question: string;
  conversationId: string;
  answerId: string;
  /** The text that was read over all connections. */
  text: string;
  state: string;
  /** How often the connection broke. */
  breaks: number;
}

interface Start {
  conversationId: string;
  answerId: string;
}

const RETRY_MS = 200;

/**
 * Asks one question and reads its answer to the end, as the page does: the question is sent with its client key until it
 * is accepted, and reading the answer resumes where it was interrupted.
 * @throws Error when it takes longer than `patienceMs`, or is refused for a reason other than a failure
 */
export async function talk(
  person: SignedUp,
  behavior: Behavior,
  {
    conversationId = null as string | null,
    patienceMs = HANG_MS,
    attachmentIds = [] as string[],
    /** Text after the question, of any length. */
    more = '',
    /** A document that is open beside the conversation. */
    documentId = undefined as string | undefined,
  } = {},
): Promise<Reported> {
  const question = `Question ${randomUUID()}`;
  const body = JSON.stringify({
    conversationId,
    content: `${question} ${marker(behavior)}${more}`,
    attachmentIds,
    documentId,
    clientKey: randomUUID(),
  });
  const until = Date.now() + patienceMs;
  let start = null as Start | null;
  let text = '';
  let state: string | null = null;
  let breaks = 0;
  let cause: unknown;
  while (state === null) {
    if (Date.now() > until) {
      const seen = `${text.length} characters, ${breaks} breaks`;
      throw new Error(`no end after ${patienceMs} ms; ${seen}`, { cause });
    }
    try {
      const path = start
        ? `/api/generations/${start.answerId}?offset=${text.length}`
        : '/api/chat/messages';
      const response = await person.fetch(path, {
        signal: AbortSignal.timeout(20_000),
        ...(start ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body }),
      });
      if (response.status >= 500) throw new Error(`status ${response.status}`);
      if (!response.ok) {
        throw new Refused(`status ${response.status}: ${await response.text()}`);
      }
      const read = textEventReader<Start>({
        start: (reported) => (start = reported),
        text: (part) => (text += part),
        end: (end) => (state = end.state),
      });
      const decoder = new TextDecoder();
      for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
        read(decoder.decode(chunk, { stream: true }));
      }
      if (state === null) throw new Error('the stream ended early');
    } catch (error) {
      if (error instanceof Refused) throw error;
      cause = error;
      breaks += 1;
      await wait(RETRY_MS);
    }
  }
  const { conversationId: id, answerId } = start as Start;
  return { question, conversationId: id, answerId, text, state, breaks };
}

class Refused extends Error {}
