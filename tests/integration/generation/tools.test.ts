import { beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';

import type { UserScope } from '~/lib/scope';

import { fakeAi } from '../setup/fake-ai.ts';

process.env.AI_MODELS = 'openai/gpt-4o-mini, some/ollama, some/openrouter, some/vllm';
process.env.AI_TOOL_MODELS = process.env.AI_MODELS;
process.env.METERING = 'allowance';

const { createUser } = await import('../../factories/users.ts');
const { sendMessage } = await import('~/features/chat/answers/send-message.server');
const { continueAnswer } = await import('~/features/chat/answers/answer-actions.server');
const { readAlong, stopGeneration, registerTool, ToolFailure } =
  await import('~/engine/generation/index.server');
const { reap } = await import('~/engine/generation/run/liveness.server');
const { runs } = await import('~/engine/generation/run/runs.server');
const { cut } = await import('~/engine/leases/index.server');
const { NO_SETTINGS } =
  await import('~/features/chat/conversations/settings/conversation-settings');
const { getBalance } = await import('~/features/billing/index.server');
const { marker } = await import('../../fakes/openai.ts');
const { newId } = await import('~/lib/ids.server');
const { sql } = await import('~/lib/db/index.server');

type Behavior = Parameters<typeof marker>[0];

let user: { id: UserScope };
/** What the test's tool was asked, and what it does. */
const asked: string[] = [];
let look: (what: string, signal: AbortSignal) => Promise<string>;

registerTool({
  name: 'look_up',
  description: 'Looks something up.',
  input: z.object({ what: z.string() }),
  isOn: () => true,
  titleOf: ({ what }) => `Looked up ${what}`,
  async run({ what }, { signal }) {
    asked.push(what);
    return { output: await look(what, signal), note: 'Found' };
  },
});

beforeEach(async () => {
  user = await createUser();
  asked.length = 0;
  look = (what) => Promise.resolve(`${what} is bread.`);
  fakeAi.reset();
});

const call = (what: unknown) => ({ name: 'look_up', input: { what } });

function ask(behavior: Behavior, model: string | null = null) {
  return sendMessage({
    userId: user.id,
    conversationId: null,
    settings: { ...NO_SETTINGS, model },
    content: `Tell me more. ${marker(behavior)}`,
    clientKey: newId(),
  });
}

function readToEnd(id: string): Promise<{ text: string; state: string; reason: string | null }> {
  return new Promise((resolve, reject) => {
    let text = '';
    const leave = readAlong(user.id, id, 0, {
      text: (chunk) => (text += chunk),
      end: (end) => resolve({ text, state: end.state, reason: end.reason }),
    });
    if (!leave) reject(new Error('not written here'));
  });
}

async function answerTo(behavior: Behavior, model: string | null = null) {
  const sent = await ask(behavior, model);
  return { id: sent.answerId, ...(await readToEnd(sent.answerId)) };
}

interface CallRow {
  round: number;
  tool: string;
  title: string;
  state: string;
  output: string;
  note: string;
}

function calls(id: string): Promise<CallRow[]> {
  return sql.query<CallRow>(
    `SELECT round, tool, title, state, output, note FROM tool_calls WHERE message_id = $1::uuid ORDER BY round, position`,
    [id],
  );
}

async function row(id: string) {
  const [found] = await sql.query<Record<string, number | string | null>>(
    `SELECT state, rounds, used_tokens, read_tokens, written_tokens, thought,
            (SELECT count(*)::int FROM tool_rounds WHERE generation_id = g.id) AS kept_rounds
       FROM generations g WHERE id = $1::uuid`,
    [id],
  );
  return found!;
}

/** What was set aside and what was charged for an answer, one line for each round. */
function ledger(id: string) {
  return sql.query<{ reference: string; kind: string; tokens: number | null }>(
    `SELECT reference, kind, tokens FROM ledger_entries WHERE reference LIKE $1 ORDER BY reference, kind`,
    [`generation:${id}:%`],
  );
}

const streamed = () => fakeAi.requests.filter(({ body }) => body.stream);

describe('an answer with tools', () => {
  test('has things looked up, several at once, and is written with the results', async () => {
    const end = await answerTo({
      text: 'Let me see.',
      calls: [call('Sourdough'), call('Rye')],
      then: { calls: [call('Spelt')], then: { text: 'All of them are bread.' } },
    });
    expect(end).toMatchObject({
      state: 'done',
      text: 'Let me see.\n\nAll of them are bread.',
    });
    expect(asked).toEqual(['Sourdough', 'Rye', 'Spelt']);
    expect(await calls(end.id)).toMatchObject([
      { round: 0, title: 'Looked up Sourdough', state: 'done', note: 'Found' },
      { round: 0, title: 'Looked up Rye', state: 'done', output: 'Rye is bread.' },
      { round: 1, title: 'Looked up Spelt', state: 'done' },
    ]);
    const [first, second, third] = streamed().map(({ body }) => body);
    expect(first).toMatchObject({ tools: [{ function: { name: 'look_up' } }] });
    expect(second?.messages.slice(-3)).toMatchObject([
      { role: 'assistant', content: 'Let me see.', tool_calls: [{ id: 'call_0_0' }, {}] },
      { role: 'tool', tool_call_id: 'call_0_0', content: 'Sourdough is bread.' },
      { role: 'tool', tool_call_id: 'call_0_1', content: 'Rye is bread.' },
    ]);
    expect(third?.messages).toHaveLength(second!.messages.length + 2);
    expect(await row(end.id)).toMatchObject({ rounds: 2, keptRounds: 0 });
  });

  test('is charged for each of its rounds once, by what the provider reports', async () => {
    const before = (await getBalance(user.id, new Date())).totalTokensUsed;
    const end = await answerTo({ calls: [call('Rye')], then: { text: 'It is bread.' } });
    const stored = await row(end.id);
    expect(stored.usedTokens).toBe(Number(stored.readTokens) + Number(stored.writtenTokens));
    const entries = await ledger(end.id);
    expect(entries.map(({ reference, kind }) => `${reference.split(':')[3] ?? 0} ${kind}`)).toEqual(
      ['0 reserve', '0 settle', '1 reserve', '1 settle'],
    );
    const settled = entries.filter(({ kind }) => kind === 'settle').map(({ tokens }) => tokens!);
    expect(settled.every((tokens) => tokens > 0)).toBe(true);
    expect(settled[0]! + settled[1]!).toBe(stored.usedTokens);
    const after = (await getBalance(user.id, new Date())).totalTokensUsed;
    expect(after - before).toBe(stored.usedTokens);
  });

  test('is charged by our count where the provider reports nothing', async () => {
    const end = await answerTo({
      calls: [call('Rye')],
      usage: 'none',
      then: { text: 'It is bread.', usage: 'none' },
    });
    const [, first, , second] = await ledger(end.id);
    // The second prompt has the call and its result.
    expect(first!.tokens).toBeGreaterThan(50);
    expect(second!.tokens).toBeGreaterThan(first!.tokens! - 20);
    expect((await row(end.id)).usedTokens).toBe(first!.tokens! + second!.tokens!);
  });

  test.each(['openai', 'from-one', 'same-index', 'no-index', 'no-id'] as const)(
    'works with servers that number calls their own way: %s',
    async (callsAs) => {
      const end = await answerTo({
        calls: [call('Rye'), call('Spelt')],
        callsAs,
        then: { text: 'Both are bread.' },
      });
      expect(end).toMatchObject({ state: 'done', text: 'Both are bread.' });
      expect(asked).toEqual(['Rye', 'Spelt']);
    },
  );

  test('sends back what was thought before a call, as its provider wants it, and only within the loop', async () => {
    const thinks = { as: 'reasoning_details', text: 'Which bread?', signature: 'sig-1' } as const;
    const sent = await ask({ calls: [call('Rye')], thinks, then: { text: 'Bread.' } });
    await readToEnd(sent.answerId);
    const second = streamed()[1]!.body.messages.find(({ tool_calls: made }) => made);
    expect(second?.reasoning_details).toEqual([
      { type: 'reasoning.text', text: 'Which bread?', index: 0, signature: 'sig-1' },
    ]);
    expect((await row(sent.answerId)).thought).toBe('Which bread?');
    await sendMessage({
      userId: user.id,
      conversationId: sent.conversationId,
      content: 'Thank you.',
      clientKey: newId(),
    });
    await vi.waitFor(() => expect(streamed()).toHaveLength(3));
    for (const message of streamed()[2]!.body.messages) {
      expect(message).not.toHaveProperty('reasoning_details');
    }
  });

  test('goes on when a tool fails, is asked for in a wrong way, or does not exist', async () => {
    look = () => Promise.reject(new ToolFailure('The oven is cold.', 'The oven is cold: say so.'));
    const end = await answerTo({
      calls: [
        call('Rye'),
        call(5),
        { name: 'look_up', input: '{"what": "Ry' },
        { name: 'burn_down', input: {} },
      ],
      then: { text: 'I could not find out.' },
    });
    expect(end).toMatchObject({ state: 'done', text: 'I could not find out.' });
    expect(await calls(end.id)).toMatchObject([
      { state: 'failed', note: 'The oven is cold.', output: 'The oven is cold: say so.' },
      { state: 'failed', output: expect.stringMatching(/^The input of this call isn’t valid: /) },
      { state: 'failed', title: 'Unusable call: look_up' },
      { state: 'failed', output: 'There is no tool of the name "burn_down".' },
    ]);
    // Not every server can read the broken input.
    const [, , broken] = streamed()[1]!.body.messages.find(
      ({ tool_calls: made }) => made,
    )!.tool_calls!;
    expect(broken?.function.arguments).toBe('{}');
  });

  test('tells no one the cause of an unexpected failure', async () => {
    look = () => Promise.reject(new Error('secret of the oven'));
    const end = await answerTo({ calls: [call('Rye')], then: { text: 'Sorry.' } });
    expect(end.state).toBe('done');
    expect(JSON.stringify(await calls(end.id))).not.toContain('secret');
    expect(JSON.stringify(streamed()[1]!.body)).not.toContain('secret');
  });

  test('has to answer after eight rounds', async () => {
    let deep: Behavior = { calls: [call('Rye')] };
    for (let round = 0; round < 12; round += 1) deep = { calls: [call('Rye')], then: deep };
    const end = await answerTo(deep);
    expect(asked).toHaveLength(8);
    expect(streamed().map(({ body }) => body.tool_choice)).toEqual([
      ...Array.from({ length: 8 }, () => undefined),
      'none',
    ]);
    expect(end.state).toBe('done');
    expect((await row(end.id)).rounds).toBe(8);
  });

  test('gets results only as long as there is room for them', async () => {
    look = (what) =>
      Promise.resolve(`${what}\n${'A line about bread and its crust.\n'.repeat(4_000)}`);
    const end = await answerTo({
      calls: [call('Rye'), call('Spelt')],
      then: { calls: [call('Oats')], then: { text: 'Bread.' } },
    });
    const rows = await calls(end.id);
    expect(rows.every(({ output }) => output.endsWith('[shortened]'))).toBe(true);
    expect(rows.reduce((sum, { output }) => sum + output.length, 0)).toBeLessThan(80_000);
    // There was no room left for a third.
    expect(streamed().at(-1)!.body.tool_choice).toBe('none');
  });

  test('refuses more than eight calls at once, one by one', async () => {
    const many = Array.from({ length: 10 }, (_, at) => call(`Bread ${at}`));
    const end = await answerTo({ calls: many, then: { text: 'Bread.' } });
    expect(asked).toHaveLength(8);
    expect((await calls(end.id)).map(({ state }) => state)).toEqual([
      ...Array.from({ length: 8 }, () => 'done'),
      'failed',
      'failed',
    ]);
  });

  test.each(['ollama', 'openrouter', 'vllm'] as const)(
    'is written without tools where the server refuses them: %s',
    async (refusesTools) => {
      // What it refuses is remembered for the model.
      const end = await answerTo(
        { refusesTools, calls: [call('Rye')], text: 'Just an answer.' },
        `some/${refusesTools}`,
      );
      expect(end).toMatchObject({ state: 'done', text: 'Just an answer.' });
      expect(streamed().map(({ body }) => body.tools !== undefined)).toEqual([true, false]);
    },
  );
});

describe('an answer that ends while something is looked up', () => {
  /** Resolves once the tool works, which then waits until it's stopped. */
  function hanging(): Promise<void> {
    return new Promise((working) => {
      look = (_, signal) => {
        working();
        return new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
        });
      };
    });
  }

  const slow: Behavior = {
    text: 'Let me see.',
    calls: [call('Rye'), call('Spelt')],
    then: { text: 'Both are bread.' },
  };

  test('is stopped at once, charged for what was written, and goes on with what it had asked for', async () => {
    const working = hanging();
    const sent = await ask(slow);
    await working;
    await stopGeneration(user.id, sent.answerId);
    await vi.waitFor(async () => expect((await row(sent.answerId)).state).toBe('stopped'));
    expect((await calls(sent.answerId)).map(({ state }) => state)).toEqual(['cut', 'cut']);
    const entries = await ledger(sent.answerId);
    expect(entries.filter(({ kind }) => kind === 'settle').map(({ tokens }) => tokens)).toEqual([
      expect.any(Number),
      0,
    ]);
    expect(entries.find(({ kind }) => kind === 'settle')?.tokens).toBeGreaterThan(0);

    look = (what) => Promise.resolve(`${what} is bread.`);
    asked.length = 0;
    await continueAnswer(user.id, sent.answerId);
    await vi.waitFor(async () => expect((await row(sent.answerId)).state).toBe('done'));
    // Both were asked for only once, and nothing was written twice.
    expect(asked).toEqual(['Rye', 'Spelt']);
    expect((await calls(sent.answerId)).map(({ state }) => state)).toEqual(['done', 'done']);
    const [message] = await sql.query<{ content: string }>(
      `SELECT content FROM messages WHERE id = $1::uuid`,
      [sent.answerId],
    );
    expect(message!.content).toBe('Let me see.\n\nBoth are bread.');
    expect(streamed()).toHaveLength(2);
  });

  test('is continued by another process without running a call whose result is stored', async () => {
    const working = hanging();
    const stuck = look;
    look = (what, signal) =>
      what === 'Rye' ? Promise.resolve('Rye is bread.') : stuck(what, signal);
    const sent = await ask(slow);
    await working;
    await vi.waitFor(async () => expect((await calls(sent.answerId))[0]?.state).toBe('done'));
    // As if this process had died: another one ends what it left.
    const run = runs.held.get(sent.answerId)!;
    await sql.query(`UPDATE generations SET process_id = gen_random_uuid() WHERE id = $1::uuid`, [
      sent.answerId,
    ]);
    cut(run, 'lost');
    await vi.waitFor(() => expect(runs.held.has(sent.answerId)).toBe(false));
    await reap(0);
    expect(await row(sent.answerId)).toMatchObject({
      state: 'interrupted',
      rounds: 1,
      keptRounds: 1,
    });
    expect((await calls(sent.answerId)).map(({ state }) => state)).toEqual(['done', 'cut']);

    look = (what) => Promise.resolve(`${what} is bread.`);
    asked.length = 0;
    await continueAnswer(user.id, sent.answerId);
    await vi.waitFor(async () => expect((await row(sent.answerId)).state).toBe('done'));
    expect(asked).toEqual(['Spelt']);
    const last = streamed().at(-1)!.body.messages;
    expect(last.filter(({ role }) => role === 'tool').map(({ content }) => content)).toEqual([
      'Rye is bread.',
      'Spelt is bread.',
    ]);
    const open = (await ledger(sent.answerId)).reduce(
      (sum, { kind }) => sum + (kind === 'reserve' ? 1 : -1),
      0,
    );
    expect(open).toBe(0);
  });

  test('ends with a reason where the tokens for another round are missing, and keeps what it has', async () => {
    await sql.query(
      `UPDATE billing_accounts SET trial_token = 1500, allowance_token = 0, token_balance = 0 WHERE user_id = $1::uuid`,
      [user.id],
    );
    await sql.query(
      `UPDATE ledger_entries SET trial_delta = 1500 WHERE user_id = $1::uuid AND trial_delta > 0`,
      [user.id],
    );
    const end = await answerTo({
      text: 'Let me see.',
      calls: [call('Rye')],
      then: { text: 'No.' },
    });
    expect(end).toMatchObject({
      state: 'failed',
      text: 'Let me see.',
      reason: 'there aren’t enough tokens to go on with this answer',
    });
    expect(asked).toEqual([]);
    const entries = await ledger(end.id);
    expect(entries.map(({ kind }) => kind)).toEqual(['reserve', 'settle']);
    expect(entries[1]!.tokens).toBeGreaterThan(0);
  });
});
