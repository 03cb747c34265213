import { expect } from 'vitest';

import { answerOf } from '../../fakes/openai.ts';
import { query } from '../../process/setup.ts';
import { expectSound } from '../invariants.ts';
import type { talk } from '../chatting-user.ts';
import type { Killable } from './killable.ts';

/** What is asked for, long enough to die in. */
export const ANSWER = { tokens: 60, rate: 40 };

/** An answer that was died in is there as far as it had come, once, and can be gone on with. */
export async function answerSurvives(
  app: Killable,
  ask: () => Promise<Awaited<ReturnType<typeof talk>>>,
): Promise<void> {
  const { answerId, text, state } = await ask();
  const whole = answerOf(ANSWER);
  const [row] = await query(app.databaseUrl, 'SELECT content FROM messages WHERE id = $1', [
    answerId,
  ]);
  const content = String(row?.content);
  expect(['done', 'interrupted']).toContain(state);
  if (state === 'done') expect(content).toBe(whole);
  expect(whole.startsWith(content)).toBe(true);
  // Whatever anyone has read is kept.
  expect(content).toBe(text);
  await expectSound(app.databaseUrl);
}
