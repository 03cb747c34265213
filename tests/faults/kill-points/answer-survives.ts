import { expect } from 'vitest';

import { answerOf } from '../../fakes/openai.ts';
import { query } from '../../process/setup.ts';
import { expectSound } from '../invariants.ts';
import type { talk } from '../chatting-user.ts';
import type { Killable } from './killable.ts';

const THOUGHT = 'They bake bread, so the answer is about bread.';

/** An answer long enough to die in, after a thought. */
export const ANSWER = { tokens: 60, rate: 40, thinks: { text: THOUGHT, as: 'reasoning' } } as const;

/** Expects that an interrupted answer is stored once, as far as it had come, and can be continued. */
export async function answerSurvives(
  app: Killable,
  ask: () => Promise<Awaited<ReturnType<typeof talk>>>,
  { thought: isThoughtKept = false } = {},
): Promise<void> {
  const { answerId, text, state } = await ask();
  const whole = answerOf(ANSWER);
  const [row] = await query(
    app.databaseUrl,
    'SELECT content, thought FROM messages JOIN generations USING (id) WHERE id = $1',
    [answerId],
  );
  const content = String(row?.content);
  expect(['done', 'interrupted']).toContain(state);
  if (state === 'done') expect(content).toBe(whole);
  expect(whole.startsWith(content)).toBe(true);
  // Everything that was read is kept.
  expect(content).toBe(text);
  const isWhole = isThoughtKept || state === 'done';
  expect(isWhole ? [THOUGHT] : [THOUGHT, '']).toContain(row?.thought);
  await expectSound(app.databaseUrl);
}
