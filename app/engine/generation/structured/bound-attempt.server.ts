import { AiError, type ChatEnd } from '~/gateways/ai/index.server';
import { MINUTE_MS } from '~/lib/time';

/** No tokenizer of ours makes JSON of more characters (UTF-16 units) than this for each token that was asked for. */
const UNITS_PER_TOKEN = 16;
/** A slow machine of one's own writes for ten minutes; a provider that sends a character now and then would never end. */
const MAX_MS = 20 * MINUTE_MS;

/**
 * Cuts off a provider that writes past all that was asked of it: everyone who follows the text would have to read it. `ask`
 * streams one attempt, showing its text by `show`, until `signal` is aborted.
 * @throws AiError when it takes too long
 */
export async function boundAttempt(
  maxTokens: number,
  show: (chunk: string) => void,
  ask: (show: (chunk: string) => void, signal: AbortSignal) => Promise<ChatEnd | null>,
): Promise<ChatEnd | null> {
  const cut = new AbortController();
  let room = maxTokens * UNITS_PER_TOKEN;
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    cut.abort();
  }, MAX_MS);
  const take = (chunk: string) => {
    if (cut.signal.aborted) return;
    // Half a character can't be stored.
    if (chunk.length > 0) show(chunk.slice(0, room).toWellFormed());
    room -= chunk.length;
    if (room <= 0) cut.abort();
  };
  try {
    const end = await ask(take, cut.signal);
    if (timedOut) throw new AiError('timed-out');
    // What was cut off has neither a usage nor a whole answer.
    return end && cut.signal.aborted ? { usage: null, finishReason: 'length' } : end;
  } finally {
    clearTimeout(timer);
  }
}
