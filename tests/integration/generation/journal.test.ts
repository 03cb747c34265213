import {
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import type { UserScope } from '~/lib/scope';

import { dataDir } from '../setup/outbox.ts';
import { fakeAi } from '../setup/fake-ai.ts';

const { createUser } = await import('../../factories/users.ts');
const { createMessages } = await import('../../factories/conversations.ts');
const { continueAnswer } = await import('~/features/chat/answers/answer-actions.server');
const { sendMessage } = await import('~/features/chat/answers/send-message.server');
const { movedOut, moveOutLeftovers } =
  await import('~/features/chat/messages/message-overflow.server');
const { fullText } = await import('~/features/chat/messages/message-objects.server');
const { readAlong, readProgress, registerKind, requestText, textKind } =
  await import('~/engine/generation/index.server');
const { reap, reapAbandoned } = await import('~/engine/generation/run/liveness.server');
const { abandoned, runs } = await import('~/engine/generation/run/runs.server');
const { thisProcessId } = await import('~/engine/leases/index.server');
const { Journal } = await import('~/engine/generation/store/journal/journal.server');
const { findJournals, prepareJournals } =
  await import('~/engine/generation/store/journal/journal-files.server');
const { closeJournal } = await import('~/engine/generation/store/journal/keep-shown.server');
const { readShownChunks } = await import('~/engine/generation/store/journal/shown-chunks.server');
const { recoverShown } = await import('~/engine/generation/store/journal/recover-shown.server');
const { marker } = await import('../../fakes/openai.ts');
const { newId } = await import('~/lib/ids.server');
const { sql } = await import('~/lib/db/index.server');
const { env } = await import('~/settings/env.server');
const { log } = await import('~/lib/log.server');

registerKind('test-text', textKind);

const STALE = 15;
const journals = join(dataDir, 'journal');

let user: { id: UserScope };
beforeEach(async () => {
  user = await createUser();
});
afterEach(async () => {
  env().DATA_DIR = dataDir;
  await closeJournal();
});

const WHOLE = 'one two three four five six seven eight nine ten';
const STORED = 'one two three';
const TAIL = WHOLE.slice(STORED.length);

type Behavior = Parameters<typeof marker>[0];

function ask(behavior: Behavior) {
  return sendMessage({
    userId: user.id,
    conversationId: null,
    content: `Tell me more. ${marker(behavior)}`,
    clientKey: newId(),
  });
}

function ended(id: string): Promise<{ text: string; state: string }> {
  return new Promise((resolve, reject) => {
    let text = '';
    const leave = readAlong(user.id, id, 0, {
      text: (chunk) => (text += chunk),
      end: ({ state }) => resolve({ text, state }),
    });
    if (!leave) reject(new Error('not written here'));
  });
}

function untilText(id: string, part: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = '';
    const leave = readAlong(user.id, id, 0, {
      text(chunk) {
        text += chunk;
        if (text.includes(part)) resolve();
      },
      end: () => reject(new Error(`ended with ${JSON.stringify(text)}`)),
    });
    if (!leave) reject(new Error('not written here'));
  });
}

/** Turns an answer into one that a killed process was writing, of which only `STORED` is in the database. */
async function die(id: string, { processId = newId() as string, secondsAgo = 60 } = {}) {
  await sql.query(
    `INSERT INTO app_processes (id, heartbeat_at) VALUES ($1::uuid, now() - make_interval(secs => $2::int))
     ON CONFLICT (id) DO NOTHING`,
    [processId, secondsAgo],
  );
  await sql.query(
    `UPDATE generations SET state = 'streaming', process_id = $2::uuid, finished_at = NULL, used_tokens = 0
      WHERE id = $1::uuid`,
    [id, processId],
  );
  await sql.query(`UPDATE messages SET content = '' WHERE id = $1::uuid`, [id]);
  await sql.query(`UPDATE generated_texts SET content = '' WHERE id = $1::uuid`, [id]);
  await sql.query(`DELETE FROM ledger_entries WHERE kind = 'settle' AND user_id = $1::uuid`, [
    user.id,
  ]);
  await sql.query(`INSERT INTO generation_chunks VALUES ($1::uuid, 0, $2) ON CONFLICT DO NOTHING`, [
    id,
    STORED,
  ]);
  return processId;
}

async function killedAnswer() {
  const sent = await ask({ text: WHOLE });
  await ended(sent.answerId);
  return { ...sent, processId: await die(sent.answerId) };
}

/** Writes the journal of a killed process, which overlaps with what was stored. */
function leaveJournal(processId: string, id: string, text = WHOLE, from = 4): void {
  const journal = new Journal(prepareJournals(), [`${processId}.1`, `${processId}.2`]);
  for (let at = from; at < text.length; at += 5) {
    journal.append({ id, attempt: 1 }, at, text.slice(at, at + 5));
    if (at === from) journal.switchFiles();
  }
  journal.close();
}

async function stored(id: string) {
  const [row] = await sql.query<{ state: string; content: string; chunks: number; used: number }>(
    `SELECT g.state, m.content, g.used_tokens AS used,
            (SELECT count(*) FROM generation_chunks c WHERE c.generation_id = g.id)::int AS chunks
       FROM generations g JOIN messages m USING (id) WHERE g.id = $1::uuid`,
    [id],
  );
  return row;
}

async function settled(): Promise<number[]> {
  const rows = await sql.query<{ tokens: number }>(
    `SELECT tokens FROM ledger_entries WHERE user_id = $1::uuid AND kind = 'settle'`,
    [user.id],
  );
  return rows.map(({ tokens }) => tokens);
}

function ownFiles(): string[] {
  const names = readdirSync(journals).filter((name) => name.startsWith(thisProcessId));
  return names.map((name) => join(journals, name));
}

/** The text in the journal of this process. */
function textInJournal(): string {
  const chunks = ownFiles().flatMap((path) => readShownChunks(readFileSync(path)));
  return chunks.map(({ text }) => text).join('');
}

describe('a running answer', () => {
  test('is in the journal before it is shown, until it is stored', async () => {
    const hold = newId();
    const sent = await ask({ text: WHOLE, rate: 100, holdAfter: 4, hold });
    let shown = '';
    const lacking: string[] = [];
    const over = new Promise<void>((resolve) => {
      readAlong(user.id, sent.answerId, 0, {
        text(chunk) {
          shown += chunk;
          const stored = runs.held.get(sent.answerId)?.storedLength ?? 0;
          if (stored + textInJournal().length < shown.length) lacking.push(chunk);
        },
        end: () => resolve(),
      });
    });
    await untilText(sent.answerId, 'four');
    expect(statSync(journals).mode & 0o777).toBe(0o700);
    const sizes = () => ownFiles().map((path) => statSync(path).size);
    // Now the database has it.
    await expect.poll(sizes).toEqual([0, 0]);
    fakeAi.release(hold);
    await over;
    expect(shown).toBe(WHOLE);
    expect(lacking).toEqual([]);
    expect(sizes()).toEqual([0, 0]);
    await closeJournal();
    expect(await findJournals()).toEqual([]);
  });

  test('is written even if the journal can’t be, with one warning in the log', async () => {
    await closeJournal();
    const warn = vi.spyOn(log, 'warn');
    // A file in place of the directory.
    env().DATA_DIR = join(dataDir, 'in-the-way');
    writeFileSync(env().DATA_DIR, '');
    const sent = await ask({ text: WHOLE, rate: 200 });
    expect(await ended(sent.answerId)).toEqual({ text: WHOLE, state: 'done' });
    const warnings = warn.mock.calls.filter(([, text]) => text?.includes('last half second'));
    expect(warnings).toHaveLength(1);
    expect(JSON.stringify(warnings)).not.toContain('three');
    // A start works as well, although it looks for the journals of others.
    expect(await recoverShown(STALE)).toBe(0);
    expect(await recoverShown(STALE)).toBe(0);
    expect(warn.mock.calls.filter(([, text]) => text?.includes('dead processes'))).toHaveLength(1);
    warn.mockRestore();
  });
});

describe('a killed process', () => {
  test('loses nothing: its answer is ended with all that was shown, and charged for all of it', async () => {
    const { answerId, processId } = await killedAnswer();
    leaveJournal(processId, answerId);
    expect(await reap(STALE)).toBe(1);
    expect(await stored(answerId)).toMatchObject({
      state: 'interrupted',
      content: WHOLE,
      chunks: 0,
    });
    const [whole = 0] = await settled();

    // Nothing is left to add.
    expect(await recoverShown(STALE)).toBe(0);
    expect(await findJournals()).toEqual([]);
    expect((await stored(answerId))?.content).toBe(WHOLE);

    const without = await killedAnswer();
    await reap(STALE);
    const [, part = 0] = await settled();
    expect((await stored(without.answerId))?.content).toBe(STORED);
    expect(whole).toBeGreaterThan(part);
  });

  test('adds its tail once, free of charge, to an answer that another machine has ended', async () => {
    const { answerId, processId } = await killedAnswer();
    expect(await reap(STALE)).toBe(1);
    expect((await stored(answerId))?.content).toBe(STORED);
    const paid = await settled();
    const used = (await stored(answerId))?.used;

    leaveJournal(processId, answerId);
    const added = await Promise.all([
      recoverShown(STALE),
      recoverShown(STALE),
      reap(STALE),
      recoverShown(STALE),
    ]);
    expect(added.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(await stored(answerId)).toMatchObject({ state: 'interrupted', content: WHOLE, used });
    expect(await settled()).toEqual(paid);
    expect(await findJournals()).toEqual([]);
  });

  test('has its text added and charged once, even if several processes notice at once', async () => {
    const { answerId, processId } = await killedAnswer();
    leaveJournal(processId, answerId);
    await Promise.all([reap(STALE), recoverShown(STALE), reap(STALE), recoverShown(STALE)]);
    await recoverShown(STALE);
    expect((await stored(answerId))?.content).toBe(WHOLE);
    expect(await settled()).toHaveLength(1);
    expect(await findJournals()).toEqual([]);
  });

  test('has its journal left alone while it may be alive', async () => {
    const { answerId, processId } = await killedAnswer();
    leaveJournal(processId, answerId);
    await sql.query(`UPDATE app_processes SET heartbeat_at = now() WHERE id = $1::uuid`, [
      processId,
    ]);
    expect(await recoverShown(STALE)).toBe(0);
    expect(await findJournals()).toEqual([processId]);
    expect((await stored(answerId))?.state).toBe('streaming');
    // Unless no other process can exist.
    await reap(0);
    await recoverShown(0);
    expect((await stored(answerId))?.content).toBe(WHOLE);
    expect(await findJournals()).toEqual([]);
  });

  test('has its journal left alone until its answers have ended', async () => {
    const { answerId, processId } = await killedAnswer();
    leaveJournal(processId, answerId);
    expect(await recoverShown(STALE)).toBe(0);
    expect(await findJournals()).toEqual([processId]);
    await reap(STALE);
    await recoverShown(STALE);
    expect((await stored(answerId))?.content).toBe(WHOLE);
  });

  test('adds nothing to an answer that was continued', async () => {
    const { answerId, processId } = await killedAnswer();
    await reap(STALE);
    fakeAi.script({ text: ' and so on' });
    await continueAnswer(user.id, answerId);
    await ended(answerId);
    leaveJournal(processId, answerId);
    expect(await recoverShown(STALE)).toBe(0);
    expect((await stored(answerId))?.content).toBe(`${STORED} and so on`);
    expect(await findJournals()).toEqual([]);
  });

  test('adds nothing to an answer that was replied to, or whose text differs', async () => {
    const replied = await killedAnswer();
    await reap(STALE);
    await createMessages({ id: replied.conversationId, userId: user.id }, ['Why?', 'Because.']);
    leaveJournal(replied.processId, replied.answerId);
    const other = await killedAnswer();
    await reap(STALE);
    leaveJournal(other.processId, other.answerId, WHOLE.toUpperCase());
    expect(await recoverShown(STALE)).toBe(0);
    expect((await stored(replied.answerId))?.content).toBe(STORED);
    expect((await stored(other.answerId))?.content).toBe(STORED);
    expect(await findJournals()).toEqual([]);
  });

  test('adds their tails to texts without a message, too', async () => {
    const { id } = await requestText({
      userId: user.id,
      kind: 'test-text',
      model: 'openai/gpt-4o-mini',
      messages: [{ role: 'user', content: marker({ text: WHOLE }) }],
      promptTokens: 20,
      maxTokens: 500,
      temperature: 0.7,
    });
    await ended(id);
    const processId = await die(id);
    await reap(STALE);
    leaveJournal(processId, id);
    expect(await recoverShown(STALE)).toBe(1);
    expect(await readProgress(user.id, id)).toMatchObject({ state: 'interrupted', text: WHOLE });
  });

  test('adds its tail to an answer whose text was moved into an object', async () => {
    const { answerId, processId } = await killedAnswer();
    const long = 'Bread and butter. '.repeat(33_334);
    await sql.query(`UPDATE generation_chunks SET text = $2 WHERE generation_id = $1::uuid`, [
      answerId,
      long,
    ]);
    await reap(STALE);
    await movedOut();
    leaveJournal(processId, answerId, `${long}And jam.`, long.length - 7);
    expect(await recoverShown(STALE)).toBe(1);
    await movedOut();
    await moveOutLeftovers();
    const [row] = await sql.query<{ content: string; url: string | null }>(
      `SELECT content, content_url AS url FROM messages WHERE id = $1::uuid`,
      [answerId],
    );
    expect(row?.url).not.toBeNull();
    expect(await fullText(row?.content ?? '', row?.url ?? null)).toBe(`${long}And jam.`);
  });

  test('of another installation has its journal kept for a day', async () => {
    const processId = newId();
    leaveJournal(processId, newId());
    const unknown = newId();
    leaveJournal(unknown, newId());
    const path = join(journals, `${unknown}.1`);
    const longAgo = new Date(Date.now() - 2 * 86_400_000);
    for (const name of ['1', '2'])
      utimesSync(join(journals, `${unknown}.${name}`), longAgo, longAgo);
    expect(await recoverShown(STALE)).toBe(0);
    expect(await findJournals()).toEqual([processId]);
    expect(existsSync(path)).toBe(false);
  });
});

test('an abandoned end is stored by the same process once the database works again', async () => {
  const { answerId } = await killedAnswer();
  await die(answerId, { processId: thisProcessId });
  const claim = { id: answerId, attempt: 1, processId: thisProcessId };
  abandoned.add(claim);
  const journal = new Journal(prepareJournals(), [`${thisProcessId}.98`, `${thisProcessId}.99`]);
  journal.append(claim, STORED.length, TAIL);
  journal.close();
  await reapAbandoned();
  expect(await stored(answerId)).toMatchObject({ state: 'interrupted', content: WHOLE });
  expect(abandoned.size).toBe(0);
});
