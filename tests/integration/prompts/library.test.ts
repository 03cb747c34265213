import { beforeEach, describe, expect, test } from 'vitest';
import type { UserScope } from '~/lib/scope';

const { createUser } = await import('../../factories/users.ts');
const { createPrompt } = await import('~/features/chat/index.server');
const {
  changePrompt,
  deletePrompt,
  hideStarter,
  listPrompts,
  listSuggestions,
  readPrompt,
  showAllStarters,
} = await import('~/features/chat/prompts/prompt-actions.server');
const { currentSequence } = await import('~/engine/events/index.server');
const { newId } = await import('~/lib/ids.server');
const { sql } = await import('~/lib/db/index.server');

const GONE = { code: 'not-found' };
const CONFLICT = { code: 'conflict' };
const INVALID = { code: 'invalid' };

let user: { id: UserScope };
beforeEach(async () => {
  user = await createUser();
});

const names = async () => (await listPrompts(user.id)).prompts.map(({ name }) => name);

describe('a person’s own prompts', () => {
  test('can be created, listed by name without their texts, read, changed, and deleted', async () => {
    const before = await currentSequence(sql, user.id);
    const plan = await createPrompt(user.id, { name: ' Weekly\n plan ', text: 'Plan {{week}}\0 ' });
    expect(plan).toMatchObject({ name: 'Weekly plan', text: 'Plan {{week}}', version: 1 });
    await createPrompt(user.id, { name: 'ads', text: 'x'.repeat(5_000) });
    const { prompts } = await listPrompts(user.id);
    expect(prompts.map(({ name }) => name)).toEqual(['ads', 'Weekly plan']);
    expect(prompts[0]).toEqual({ id: prompts[0]!.id, name: 'ads', preview: 'x'.repeat(120) });

    const changed = await changePrompt(user.id, plan.id, { ...plan, text: 'Other' });
    expect(changed).toEqual({ ...plan, text: 'Other', version: 2 });
    expect(await readPrompt(user.id, plan.id)).toEqual(changed);
    expect(await deletePrompt(user.id, plan.id)).toEqual(changed);
    expect(await names()).toEqual(['ads']);
    expect(await currentSequence(sql, user.id)).toBe(before + 4);
  });

  test('can’t be changed from an outdated version', async () => {
    const prompt = await createPrompt(user.id, { name: 'Plan', text: 'One' });
    await changePrompt(user.id, prompt.id, { ...prompt, text: 'Two' });
    const late = changePrompt(user.id, prompt.id, { ...prompt, text: 'Three' });
    await expect(late).rejects.toMatchObject(CONFLICT);
    expect((await readPrompt(user.id, prompt.id)).text).toBe('Two');
  });

  test('can’t be read, changed, or deleted by another user', async () => {
    const prompt = await createPrompt(user.id, { name: 'Plan', text: 'One' });
    const other = await createUser();
    await expect(readPrompt(other.id, prompt.id)).rejects.toMatchObject(GONE);
    await expect(changePrompt(other.id, prompt.id, prompt)).rejects.toMatchObject(GONE);
    await expect(deletePrompt(other.id, prompt.id)).rejects.toMatchObject(GONE);
    await expect(readPrompt(user.id, 'nonsense')).rejects.toMatchObject(GONE);
    expect((await listPrompts(other.id)).prompts).toEqual([]);
    expect(await names()).toEqual(['Plan']);
  });

  test.each([
    { name: ' ', text: 'Text' },
    { name: 'Name', text: ' \0 ' },
    { name: 'x'.repeat(101), text: 'Text' },
    { name: 'Name', text: 'x'.repeat(20_001) },
  ])('can’t be created with a name or text that is empty or too long', async (written) => {
    await expect(createPrompt(user.id, written)).rejects.toMatchObject(INVALID);
  });

  test('are limited to 500, even when two are created at once', async () => {
    await sql.query(
      `INSERT INTO prompts (id, user_id, name, text)
       SELECT gen_random_uuid(), $1::uuid, 'Prompt ' || n, 'Text' FROM generate_series(1, 499) n`,
      [user.id],
    );
    const written = { name: 'Last', text: 'Text' };
    const both = await Promise.allSettled([
      createPrompt(user.id, written),
      createPrompt(user.id, written),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await names()).toHaveLength(500);
  });
});

describe('starters', () => {
  test('can be hidden by one person, and stay hidden until that person shows all of them', async () => {
    const all = await listPrompts(user.id);
    expect(all.starters.length).toBeGreaterThanOrEqual(6);
    const [first, second] = await listSuggestions(user.id);
    await hideStarter(user.id, first!.id);
    await hideStarter(user.id, first!.id);
    const { starters, hidden } = await listPrompts(user.id);
    expect(hidden).toBe(1);
    expect(starters).toEqual(all.starters.slice(1));
    const suggested = await listSuggestions(user.id);
    expect(suggested).toHaveLength(4);
    expect(suggested[0]).toEqual(second);
    expect((await listPrompts((await createUser()).id)).hidden).toBe(0);

    await showAllStarters(user.id);
    expect(await listPrompts(user.id)).toEqual(all);
  });

  test('can’t be hidden if they don’t exist', async () => {
    await expect(hideStarter(user.id, newId())).rejects.toMatchObject(GONE);
  });
});
