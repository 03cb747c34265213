import { createHash } from 'node:crypto';
import { appendFile, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

import { z } from 'zod';

import type { ChatMessage } from '~/gateways/ai/chat';

import { CallFailed, type Models } from './evaluation.ts';
import { OutOfBudget } from './models.ts';

// What a run has done so far, a line for each call, so that one that ended early is continued.

const line = z.object({
  name: z.string(),
  /** Of the prompt: an answer to another one isn't used. */
  prompt: z.string(),
  answer: z.string().nullable(),
  /** The tokens of the whole run until then. */
  used: z.number(),
  at: z.iso.datetime(),
});
type Line = z.infer<typeof line>;

export interface Journal {
  file: string;
  /** The answers of earlier runs, by the names of their calls. */
  lines: ReadonlyMap<string, Line>;
  used: number;
  /** When the first call was answered; null before that. */
  began: Date | null;
}

/** Of what an earlier run was writing when it ended, the rest is read. */
export async function readJournal(file: string): Promise<Journal> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return '';
  });
  const all = text.split('\n').flatMap((one) => line.safeParse(parsed(one)).data ?? []);
  return {
    file,
    lines: new Map(all.map((one) => [one.name, one])),
    used: Math.max(0, ...all.map(({ used }) => used)),
    began: all[0] ? new Date(all[0].at) : null,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The pauses before a failed call is repeated. */
const PAUSES_MS = [2_000, 10_000];
/** So many calls that fail one after the other end the run: the server is away, or refuses all of them. */
export const MAX_FAILURES = 5;

/** The run ends early, with what it has done so far in its journal. */
export class TooManyFailures extends Error {}

/** Models that answer from the journal what was answered before, write down each new answer, and repeat a call that failed. */
export function journaled(
  models: Models & { used: () => number },
  { file, lines }: Journal,
  { wait = (ms: number): Promise<unknown> => pause(ms) } = {},
): Models {
  let failures = 0;

  async function answer<T extends string | null>(
    name: string,
    messages: ChatMessage[],
    call: () => Promise<T>,
  ): Promise<string | null> {
    const prompt = createHash('sha256').update(JSON.stringify(messages)).digest('hex');
    const known = lines.get(name);
    if (known?.prompt === prompt) return known.answer;
    const given = await repeated(call);
    const at = new Date().toISOString();
    const done: Line = { name, prompt, answer: given, used: models.used(), at };
    // On a line of its own, even behind half of one.
    await appendFile(file, `\n${JSON.stringify(done)}`);
    return given;
  }

  async function repeated<T>(call: () => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        const given = await call();
        failures = 0;
        return given;
      } catch (error) {
        if (error instanceof OutOfBudget) throw error;
        const ms = PAUSES_MS[attempt];
        if (ms !== undefined) {
          await wait(ms);
          continue;
        }
        const reason = error instanceof Error ? error.message : String(error);
        failures += 1;
        if (failures < MAX_FAILURES) throw new CallFailed(reason, { cause: error });
        throw new TooManyFailures(`${failures} calls in a row failed, the last one: ${reason}`, {
          cause: error,
        });
      }
    }
  }

  return {
    async write(messages, name) {
      return (await answer(name, messages, () => models.write(messages, name))) ?? '';
    },
    judge: (messages, format, name) =>
      answer(name, messages, () => models.judge(messages, format, name)),
  };
}
