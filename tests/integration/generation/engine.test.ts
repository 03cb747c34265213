import { beforeEach, describe, expect, test, vi } from 'vitest';

import type { UserScope } from '~/lib/scope';

import { fakeAi } from '../setup/fake-ai.ts';

const { createUser } = await import('../../factories/users.ts');
const { sendMessage } = await import('~/features/chat/answers/send-message.server');
const { continueAnswer } = await import('~/features/chat/answers/answer-actions.server');
const { openConversation } = await import('~/features/chat/conversations/open-conversation.server');
const { drainRuns, readAlong, readProgress, startLiveness, stopGeneration } =
  await import('~/engine/generation/index.server');
const { reap } = await import('~/engine/generation/run/liveness.server');
const { runs } = await import('~/engine/generation/run/runs.server');
const { MAX_THOUGHT } = await import('~/engine/generation/run/thinking.server');
const { readConversationText, readFullMessage } =
  await import('~/features/chat/messages/read-transcript.server');
const { getBalance } = await import('~/features/billing/index.server');
const { marker } = await import('../../fakes/openai.ts');
const { processCpuMs } = await import('../../harness/cpu-time.ts');
const { newId } = await import('~/lib/ids.server');
const { sql } = await import('~/lib/db/index.server');

type Behavior = Parameters<typeof marker>[0];

let user: { id: UserScope };

beforeEach(async () => {
  user = await createUser();
});

function ask(behavior: Behavior, conversationId: string | null = null) {
  return sendMessage({
    userId: user.id,
    conversationId,
    content: `Tell me more. ${marker(behavior)}`,
    clientKey: newId(),
  });
}

/** Reads an answer of this process to its end. */
function readToEnd(
  id: string,
  offset = 0,
): Promise<{ text: string; state: string; reason: string | null }> {
  return new Promise((resolve, reject) => {
    let text = '';
    const leave = readAlong(user.id, id, offset, {
      text: (chunk) => (text += chunk),
      end: (end) => resolve({ text, state: end.state, reason: end.reason }),
    });
    if (!leave) reject(new Error('not written here'));
  });
}

/** Resolves with the text once it contains `part`. */
function untilText(id: string, part: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const leave = readAlong(user.id, id, 0, {
      text(chunk) {
        text += chunk;
        if (text.includes(part)) resolve(text);
      },
      end: () => reject(new Error(`ended with ${JSON.stringify(text)}`)),
    });
    if (!leave) reject(new Error('not written here'));
  });
}

async function stored(id: string) {
  const [row] = await sql.query<{
    state: string;
    content: string;
    chunks: number;
    used: number;
  }>(
    `SELECT g.state, m.content, g.used_tokens AS used,
            (SELECT count(*) FROM generation_chunks c WHERE c.generation_id = g.id)::int AS chunks
       FROM generations g JOIN messages m USING (id) WHERE g.id = $1::uuid`,
    [id],
  );
  return row;
}

async function reported(id: string) {
  const [row] = await sql.query<Record<string, number | null>>(
    `SELECT used_tokens, read_tokens, written_tokens, cached_tokens, cache_write_tokens, reasoning_tokens,
            provider_cost
       FROM generations WHERE id = $1::uuid`,
    [id],
  );
  return row!;
}

async function runningThoughts(id: string): Promise<number> {
  const rows = await sql.query(`SELECT 1 FROM generation_thoughts WHERE generation_id = $1::uuid`, [
    id,
  ]);
  return rows.length;
}

const TEN_WORDS = 'one two three four five six seven eight nine ten';

describe('an answer', () => {
  test('is streamed to readers, and stored in its message when it ends', async () => {
    const sent = await ask({ text: TEN_WORDS });
    const read = await readToEnd(sent.answerId);
    expect(read).toEqual({ text: TEN_WORDS, state: 'done', reason: null });
    expect(await stored(sent.answerId)).toMatchObject({
      state: 'done',
      content: TEN_WORDS,
      chunks: 0,
    });
  });

  test('stores what the provider reports, and is charged for each token once', async () => {
    const reports = { cached: 5, cacheWritten: 2, reasoned: 30 };
    for (const as of ['openrouter', 'anthropic', 'xai'] as const) {
      const before = (await getBalance(user.id, new Date())).totalTokensUsed;
      const sent = await ask({ text: TEN_WORDS, reports: { as, ...reports } });
      await readToEnd(sent.answerId);
      const row = await reported(sent.answerId);
      expect(row).toMatchObject({ cachedTokens: 5, writtenTokens: 40 });
      expect(row.cacheWriteTokens).toBe(as === 'xai' ? 0 : 2);
      expect(row.reasoningTokens).toBe(as === 'anthropic' ? 0 : 30);
      expect(row.readTokens).toBeGreaterThan(7);
      expect(row.usedTokens).toBe(row.readTokens! + row.writtenTokens!);
      expect(row.providerCost === null).toBe(as !== 'openrouter');
      const after = (await getBalance(user.id, new Date())).totalTokensUsed;
      expect(after - before).toBe(row.usedTokens);
      const { messages } = await openConversation(user.id, sent.conversationId);
      expect(messages.at(-1)?.usage).toMatchObject({
        tokens: row.usedTokens,
        reported: { read: row.readTokens, written: 40, cached: 5, cost: row.providerCost },
      });
    }
  });

  test.each(['reasoning', 'reasoning_content', 'reasoning_details', 'think'] as const)(
    'keeps what the model thought apart from its text when the server sends it as %s',
    async (as) => {
      const thinks = { as, text: 'They bake. So: bread 🥖.' };
      const sent = await ask({ text: TEN_WORDS, thinks });
      expect((await readToEnd(sent.answerId)).text).toBe(TEN_WORDS);
      expect((await stored(sent.answerId))?.content).toBe(TEN_WORDS);
      expect(await readFullMessage(user.id, sent.answerId)).toMatchObject({
        text: TEN_WORDS,
        thought: thinks.text,
      });
      const copied = await readConversationText(user.id, sent.conversationId);
      expect(copied.split('## Assistant')[1]?.trim()).toBe(TEN_WORDS);
    },
  );

  test('keeps what was thought when it is stopped before its first word', async () => {
    const hold = newId();
    const thinks = { as: 'reasoning', text: 'Hm, what do they sell?' } as const;
    const sent = await ask({ text: TEN_WORDS, thinks, holdAfter: 0, hold });
    await vi.waitFor(() =>
      expect(runs.held.get(sent.answerId)?.thinking.thought.text).toBe(thinks.text),
    );
    await stopGeneration(user.id, sent.answerId);
    await vi.waitFor(async () => expect((await stored(sent.answerId))?.state).toBe('stopped'));
    const { text, thought } = await readFullMessage(user.id, sent.answerId);
    expect({ text, thought }).toEqual({ text: '', thought: thinks.text });
    fakeAi.release(hold);
  });

  test('stores what is thought while nothing is written yet, and moves it when it ends', async () => {
    const hold = newId();
    const text = `${'Hm. '.repeat(200)}🥖`;
    const sent = await ask({
      text: TEN_WORDS,
      thinks: { as: 'reasoning', text },
      holdAfter: 0,
      hold,
    });
    await vi.waitFor(async () => {
      const rows = await sql.query<{ text: string; ms: number }>(
        `SELECT text, ms FROM generation_thoughts WHERE generation_id = $1::uuid ORDER BY "offset"`,
        [sent.answerId],
      );
      expect(rows.map((row) => row.text).join('')).toBe(text);
    });
    expect(await stored(sent.answerId)).toMatchObject({ state: 'queued', chunks: 0 });
    fakeAi.release(hold);
    await readToEnd(sent.answerId);
    expect((await readFullMessage(user.id, sent.answerId)).thought).toBe(text);
    expect(await runningThoughts(sent.answerId)).toBe(0);
  });

  test('keeps the thoughts of all attempts, and no more of them than their maximum', async () => {
    const first = { as: 'reasoning', text: 'First.' } as const;
    const sent = await ask({ text: TEN_WORDS, thinks: first, errorAfter: 5 });
    await readToEnd(sent.answerId);
    fakeAi.script({ text: TEN_WORDS, thinks: { ...first, text: '🥖'.repeat(MAX_THOUGHT) } });
    await continueAnswer(user.id, sent.answerId);
    await vi.waitFor(async () => expect((await stored(sent.answerId))?.state).toBe('done'));
    const { thought } = await readFullMessage(user.id, sent.answerId);
    expect(thought).toMatch(/^First\.\n\n🥖/u);
    expect(thought.length).toBeLessThanOrEqual(MAX_THOUGHT + 10);
  });

  test('adds up what its attempts used', async () => {
    const sent = await ask({
      text: TEN_WORDS,
      reports: { as: 'openrouter', cached: 3 },
      errorAfter: 5,
    });
    await readToEnd(sent.answerId);
    expect(await reported(sent.answerId)).toMatchObject({ readTokens: 0, providerCost: null });
    fakeAi.script({ text: TEN_WORDS, reports: { as: 'openrouter', cached: 3 } });
    await continueAnswer(user.id, sent.answerId);
    await vi.waitFor(async () => expect((await stored(sent.answerId))?.state).toBe('done'));
    const row = await reported(sent.answerId);
    expect(row).toMatchObject({ cachedTokens: 3, writtenTokens: 10 });
    expect(row.usedTokens).toBeGreaterThan(row.readTokens! + 10);
  });

  test('is written to its end even if no one reads it', async () => {
    const sent = await ask({ text: TEN_WORDS, rate: 200 });
    await vi.waitFor(async () => expect((await stored(sent.answerId))?.state).toBe('done'));
    expect((await stored(sent.answerId))?.content).toBe(TEN_WORDS);
  });

  test('can be read from any offset while it runs', async () => {
    const hold = newId();
    const sent = await ask({ text: TEN_WORDS, holdAfter: 4, hold });
    await untilText(sent.answerId, 'four');
    const whole = readToEnd(sent.answerId);
    const rest = readToEnd(sent.answerId, 'one two '.length);
    fakeAi.release(hold);
    expect((await whole).text).toBe(TEN_WORDS);
    expect((await rest).text).toBe(TEN_WORDS.slice('one two '.length));
  });

  test('is shown up to where its provider paused, then to its end, while forty answers run', async () => {
    const hold = newId();
    const sent = await Promise.all(
      Array.from({ length: 40 }, () => ask({ text: TEN_WORDS, holdAfter: 4, hold })),
    );
    await Promise.all(sent.map(({ answerId }) => untilText(answerId, 'one two three four')));
    const read = Promise.all(sent.map(({ answerId }) => readToEnd(answerId)));
    fakeAi.release(hold);
    const whole = { text: TEN_WORDS, state: 'done', reason: null };
    expect(await read).toEqual(Array.from({ length: 40 }, () => whole));
    for (const { answerId } of sent) {
      expect(await stored(answerId)).toMatchObject({ content: TEN_WORDS, chunks: 0 });
    }
  });

  test('is stored while it runs, for other processes and newly opened pages', async () => {
    const hold = newId();
    const sent = await ask({ text: TEN_WORDS, holdAfter: 4, hold });
    await untilText(sent.answerId, 'four');
    await vi.waitFor(async () => {
      const progress = await readProgress(user.id, sent.answerId);
      expect(progress).toMatchObject({ state: 'streaming', text: 'one two three four' });
    });
    const open = await openConversation(user.id, sent.conversationId);
    expect(open.messages.at(-1)).toMatchObject({
      text: 'one two three four',
      answer: { state: 'streaming' },
    });
    fakeAi.release(hold);
    await readToEnd(sent.answerId);
  });

  test('replaces characters that the database can’t store, in the stream as in the row', async () => {
    const sent = await ask({ text: 'a\u0000b 🥐 c' });
    const read = await readToEnd(sent.answerId);
    expect(read.text).toBe('a\ufffdb 🥐 c');
    expect((await stored(sent.answerId))?.content).toBe('a\ufffdb 🥐 c');
  });

  test('can’t be read, stopped, continued, or replied to by another user', async () => {
    const hold = newId();
    const sent = await ask({ text: TEN_WORDS, holdAfter: 2, hold });
    const other = await createUser();
    expect(readAlong(other.id, sent.answerId, 0, { text() {}, end() {} })).toBeNull();
    expect(await readProgress(other.id, sent.answerId)).toBeNull();
    await expect(stopGeneration(other.id, sent.answerId)).rejects.toMatchObject({
      code: 'not-found',
    });
    await expect(continueAnswer(other.id, sent.answerId)).rejects.toMatchObject({
      code: 'not-found',
    });
    await expect(openConversation(other.id, sent.conversationId)).rejects.toMatchObject({
      code: 'not-found',
    });
    await expect(
      sendMessage({
        userId: other.id,
        conversationId: sent.conversationId,
        content: 'Hello',
        clientKey: newId(),
      }),
    ).rejects.toMatchObject({ code: 'not-found' });
    fakeAi.release(hold);
    expect((await readToEnd(sent.answerId)).state).toBe('done');
  });
});

describe('sending a message', () => {
  test('twice with the same client key sends it once', async () => {
    const message = {
      userId: user.id,
      conversationId: null,
      content: 'Hello',
      clientKey: newId(),
    };
    const both = await Promise.all([sendMessage(message), sendMessage(message)]);
    expect(both[0]).toEqual(both[1]);
    const rows = await sql.query(`SELECT id FROM messages WHERE user_id = $1::uuid`, [user.id]);
    expect(rows).toHaveLength(2);
  });

  test('is refused while the conversation has a running answer, and stores nothing', async () => {
    const hold = newId();
    const sent = await ask({ text: TEN_WORDS, holdAfter: 2, hold });
    await expect(ask({}, sent.conversationId)).rejects.toMatchObject({ code: 'conflict' });
    fakeAi.release(hold);
    await readToEnd(sent.answerId);
    const open = await openConversation(user.id, sent.conversationId);
    expect(open.messages).toHaveLength(2);
  });

  test.each(['', '   \n\t '])('is refused for the blank content %j', async (content) => {
    await expect(
      sendMessage({ userId: user.id, conversationId: null, content, clientKey: newId() }),
    ).rejects.toMatchObject({ code: 'invalid' });
  });

  test('gives the model the conversation so far', async () => {
    const first = await ask({ text: 'Blue.' });
    await readToEnd(first.answerId);
    const second = await ask({ text: 'Because.' }, first.conversationId);
    await readToEnd(second.answerId);
    const seen = fakeAi.requests.findLast((request) => request.body.stream);
    expect(seen?.body.messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'user',
    ]);
    expect(seen?.body.messages[2]?.content).toBe('Blue.');
    expect(seen?.body.temperature).toBe(0.7);
  });
});

test('forty messages sent before the process’s first heartbeat are answered without waiting for a second connection', async () => {
  await startLiveness({ soleProcess: false });
  runs.stop();
  await sql.query(`DELETE FROM app_processes`);
  const sent = await Promise.all(Array.from({ length: 40 }, () => ask({ text: TEN_WORDS })));
  for (const { answerId } of sent) {
    await vi.waitFor(async () =>
      expect(await stored(answerId)).toMatchObject({ state: 'done', content: TEN_WORDS }),
    );
  }
});

describe('stopping an answer', () => {
  test('ends the provider’s stream at once and keeps the text so far', async () => {
    const hold = newId();
    const sent = await ask({ text: TEN_WORDS, holdAfter: 4, hold });
    await untilText(sent.answerId, 'four');
    const end = readToEnd(sent.answerId);
    await stopGeneration(user.id, sent.answerId);
    expect(await end).toMatchObject({ text: 'one two three four', state: 'stopped' });
    expect(await stored(sent.answerId)).toMatchObject({
      state: 'stopped',
      content: 'one two three four',
      chunks: 0,
    });
    await vi.waitFor(() => {
      expect(fakeAi.requests.findLast((request) => request.body.stream)?.abandoned).toBe(true);
    });
  });

  test('takes less than 200 ms of CPU time until the stream is closed and the answer stored', async () => {
    const times: number[] = [];
    // The first round also loads modules.
    for (let round = 0; round < 3; round += 1) {
      const hold = newId();
      const sent = await ask({ text: TEN_WORDS, holdAfter: 4, hold });
      await untilText(sent.answerId, 'four');
      const request = fakeAi.requests.findLast((seen) => seen.body.stream);
      const took = await processCpuMs(async () => {
        await stopGeneration(user.id, sent.answerId);
        await vi.waitFor(() => expect(request?.abandoned).toBe(true), { interval: 5 });
        expect((await stored(sent.answerId))?.state).toBe('stopped');
      });
      times.push(took);
    }
    expect(Math.min(...times)).toBeLessThan(200);
  });

  test('before its first word ends it free of charge', async () => {
    const sent = await ask({ hangBeforeHeaders: true });
    await stopGeneration(user.id, sent.answerId);
    expect(await stored(sent.answerId)).toMatchObject({
      state: 'stopped',
      content: '',
      used: 0,
    });
    expect((await getBalance(user.id, new Date())).totalTokensUsed).toBe(0);
  });

  test('changes nothing if it has ended', async () => {
    const sent = await ask({ text: TEN_WORDS });
    await readToEnd(sent.answerId);
    await stopGeneration(user.id, sent.answerId);
    expect((await stored(sent.answerId))?.state).toBe('done');
  });
});

describe('a provider that fails', () => {
  test.each<[string, Behavior, string]>([
    ['before the first word', { status: 401 }, ''],
    [
      'in the middle',
      { text: TEN_WORDS, errorAfter: 3, error: { message: 'overloaded' } },
      'one two three',
    ],
    ['by closing the stream early', { text: TEN_WORDS, breakAfter: 3 }, 'one two three'],
    ['with an empty answer', { text: '' }, ''],
    ['with malformed data', { rubbish: 'structure' }, ''],
  ])(
    '%s leaves a failed answer with a reason and its text so far',
    async (_how, behavior, text) => {
      const sent = await ask(behavior);
      const read = await readToEnd(sent.answerId);
      expect(read.state).toBe('failed');
      expect(read.reason).toEqual(expect.stringMatching(/^\S.{5,150}[^.]$/));
      expect(await stored(sent.answerId)).toMatchObject({
        state: 'failed',
        content: text,
        chunks: 0,
      });
      if (text === '') expect((await stored(sent.answerId))?.used).toBe(0);
    },
  );
});

describe('continuing an answer', () => {
  test('adds to the text of a stopped answer, in the same message', async () => {
    const hold = newId();
    const sent = await ask({ text: TEN_WORDS, holdAfter: 4, hold, times: 1 });
    await untilText(sent.answerId, 'four');
    await stopGeneration(user.id, sent.answerId);

    fakeAi.script({ text: ' five six' });
    await continueAnswer(user.id, sent.answerId);
    const read = await readToEnd(sent.answerId);
    expect(read).toMatchObject({ text: 'one two three four five six', state: 'done' });
    expect(await stored(sent.answerId)).toMatchObject({
      state: 'done',
      content: 'one two three four five six',
    });
    const entries = await sql.query(
      `SELECT 1 FROM ledger_entries WHERE user_id = $1::uuid AND kind = 'settle'`,
      [user.id],
    );
    expect(entries).toHaveLength(2);
  });

  test('is refused if it is done', async () => {
    const sent = await ask({ text: TEN_WORDS });
    await readToEnd(sent.answerId);
    await expect(continueAnswer(user.id, sent.answerId)).rejects.toMatchObject({
      code: 'conflict',
    });
  });
});

describe('a process that seems dead', () => {
  /** What a killed process leaves: a running row, its chunks, and an old heartbeat. */
  async function abandon(
    id: string,
    secondsAgo: number,
    text: string,
    thoughts: readonly string[] = [],
  ): Promise<void> {
    const processId = newId();
    await sql.query(
      `INSERT INTO app_processes (id, heartbeat_at) VALUES ($1::uuid, now() - make_interval(secs => $2::int))`,
      [processId, secondsAgo],
    );
    await sql.query(
      `UPDATE generations SET state = 'streaming', process_id = $2::uuid, finished_at = NULL WHERE id = $1::uuid`,
      [id, processId],
    );
    await sql.query(`UPDATE messages SET content = '' WHERE id = $1::uuid`, [id]);
    await sql.query(`DELETE FROM ledger_entries WHERE kind = 'settle' AND user_id = $1::uuid`, [
      user.id,
    ]);
    await sql.query(`UPDATE generations SET thought = '', thought_ms = 0 WHERE id = $1::uuid`, [
      id,
    ]);
    for (const [at, thought] of thoughts.entries()) {
      await sql.query(`INSERT INTO generation_thoughts VALUES ($1::uuid, $2::int, $3, $4::int)`, [
        id,
        at * 100,
        thought,
        at * 1_000,
      ]);
    }
    for (let offset = 0; offset < text.length; offset += 10) {
      await sql.query(`INSERT INTO generation_chunks VALUES ($1::uuid, $2::int, $3)`, [
        id,
        offset,
        text.slice(offset, offset + 10),
      ]);
    }
  }

  async function abandoned(secondsAgo: number) {
    const sent = await ask({ text: TEN_WORDS });
    await readToEnd(sent.answerId);
    await abandon(sent.answerId, secondsAgo, TEN_WORDS);
    return sent;
  }

  test('has its answer ended as interrupted, with its text and charged, by another process', async () => {
    const sent = await abandoned(60);
    expect(await reap(15)).toBe(1);
    expect(await stored(sent.answerId)).toMatchObject({
      state: 'interrupted',
      content: TEN_WORDS,
      chunks: 0,
    });
    const [settled] = await sql.query<{ tokens: number }>(
      `SELECT tokens FROM ledger_entries WHERE user_id = $1::uuid AND kind = 'settle'`,
      [user.id],
    );
    expect(settled?.tokens).toBeGreaterThan(10);
    expect(await reap(15)).toBe(0);

    fakeAi.script({ text: ' eleven' });
    await continueAnswer(user.id, sent.answerId);
    expect((await readToEnd(sent.answerId)).text).toBe(`${TEN_WORDS} eleven`);
  });

  test('leaves what its model had thought, which is charged with the text and kept when it continues', async () => {
    const plain = await abandoned(60);
    await reap(15);
    const settledBy = async () => {
      const [row] = await sql.query<{ tokens: number }>(
        `SELECT tokens FROM ledger_entries WHERE user_id = $1::uuid AND kind = 'settle' ORDER BY id DESC LIMIT 1`,
        [user.id],
      );
      return row!.tokens;
    };
    const withoutThoughts = await settledBy();
    const sent = await ask({ text: TEN_WORDS }, plain.conversationId);
    await readToEnd(sent.answerId);
    await abandon(sent.answerId, 60, TEN_WORDS, ['They bake. ', 'So: ', 'bread '.repeat(500)]);
    expect(await reap(15)).toBe(1);
    const { thought } = await readFullMessage(user.id, sent.answerId);
    expect(thought).toMatch(/^They bake\. So: bread bread /);
    expect(await runningThoughts(sent.answerId)).toBe(0);
    expect(await settledBy()).toBeGreaterThan(withoutThoughts + 400);

    fakeAi.script({ text: ' eleven', thinks: { as: 'reasoning', text: 'Go on.' } });
    await continueAnswer(user.id, sent.answerId);
    await readToEnd(sent.answerId);
    const { messages } = await openConversation(user.id, sent.conversationId);
    expect(messages.at(-1)?.usage?.thoughtMs).toBeGreaterThanOrEqual(2_000);
    const whole = (await readFullMessage(user.id, sent.answerId)).thought;
    expect(whole).toMatch(/^They bake[^]*bread \n\nGo on\.$/);
  });

  test('keeps its answer while its heartbeat is recent', async () => {
    const sent = await abandoned(2);
    expect(await reap(15)).toBe(0);
    expect((await stored(sent.answerId))?.state).toBe('streaming');
    // Unless no other process can exist.
    expect(await reap(0)).toBe(1);
  });

  test('has its answer ended once, even if several processes notice', async () => {
    await abandoned(60);
    const counts = await Promise.all([reap(15), reap(15), reap(15)]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
  });

  test('but was only suspended gives up its answer that another process ended, and adds the text that it had shown', async () => {
    const hold = newId();
    const sent = await ask({ text: TEN_WORDS, holdAfter: 4, hold });
    await untilText(sent.answerId, 'four');
    await vi.waitFor(async () => expect((await stored(sent.answerId))?.chunks).toBeGreaterThan(0));
    const end = readToEnd(sent.answerId);
    // As if another process had reaped it when less was stored.
    await sql.query(`UPDATE messages SET content = 'one two' WHERE id = $1::uuid`, [sent.answerId]);
    await sql.query(`UPDATE generations SET state = 'interrupted' WHERE id = $1::uuid`, [
      sent.answerId,
    ]);
    fakeAi.release(hold);
    const shown = await end;
    expect(shown.state).toBe('interrupted');
    expect(shown.text).toMatch(/^one two three four/);
    expect(await stored(sent.answerId)).toMatchObject({
      state: 'interrupted',
      content: shown.text,
    });
  });
});

describe('a process that shuts down', () => {
  test('lets quick answers finish, and interrupts the others', async () => {
    const hold = newId();
    const slow = await ask({ text: TEN_WORDS, holdAfter: 4, hold });
    const quick = await ask({ text: TEN_WORDS, rate: 100 });
    await untilText(slow.answerId, 'four');
    await drainRuns(600);
    expect((await stored(quick.answerId))?.state).toBe('done');
    expect(await stored(slow.answerId)).toMatchObject({
      state: 'interrupted',
      content: 'one two three four',
    });
    expect(
      await sql.query(
        `SELECT 1 FROM generations WHERE state IN ('queued', 'streaming') AND id IN ($1::uuid, $2::uuid)`,
        [slow.answerId, quick.answerId],
      ),
    ).toEqual([]);
    await startLiveness({ soleProcess: false });
    runs.stop();
  });
});

test('every balance equals the sum of its ledger entries after all these answers', async () => {
  const rows = await sql.query<{ userId: UserScope }>(
    `SELECT a.user_id FROM billing_accounts a
       LEFT JOIN ledger_entries e USING (user_id)
      GROUP BY a.user_id, a.trial_token, a.allowance_token, a.token_balance
     HAVING a.trial_token <> COALESCE(sum(e.trial_delta), 0)
         OR a.allowance_token <> COALESCE(sum(e.allowance_delta), 0)
         OR a.token_balance <> COALESCE(sum(e.balance_delta), 0)`,
  );
  expect(rows).toEqual([]);
});

test('a running answer is interrupted, with all that was shown, when too much text waits for the database', async () => {
  const { boundUnstored } = await import('~/engine/generation/store/store-text.server');
  const sent = await ask({ text: TEN_WORDS, holdAfter: 4, hold: newId() });
  const shown = await untilText(sent.answerId, 'four');
  const ended = readToEnd(sent.answerId);
  boundUnstored(1_000_000);
  expect((await stored(sent.answerId))?.state).not.toBe('interrupted');
  boundUnstored(-1);
  expect(await ended).toMatchObject({ state: 'interrupted', text: shown });
  expect(await stored(sent.answerId)).toMatchObject({ state: 'interrupted', content: shown });
});
