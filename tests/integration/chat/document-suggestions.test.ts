import { beforeEach, describe, expect, test, vi } from 'vitest';

import type { UserScope } from '~/lib/scope';

import { fakeAi } from '../setup/fake-ai.ts';

process.env.AI_MODELS = 'openai/gpt-4o-mini=1';
process.env.AI_CONTEXTS = 'openai/gpt-4o-mini=16000';

await import('~/lifecycle.server');
const { createUser } = await import('../../factories/users.ts');
const { entriesOf, openAccount, setMetering } = await import('../billing/accounts.ts');
const { sendMessage } = await import('~/features/chat/answers/send-message.server');
const { regenerateAnswer } = await import('~/features/chat/answers/answer-actions.server');
const { editDocument, openAsDocument, openWithPatches } =
  await import('~/features/chat/documents/document-actions.server');
const { decidePatches } = await import('~/features/chat/documents/patches/decide-patches.server');
const { createConversation, createMessages } = await import('../../factories/conversations.ts');
const { newId } = await import('~/lib/ids.server');
const { prisma } = await import('~/lib/db/index.server');

const TEXT = '# Bread\n\nRye costs 4 euros.\n\nWheat costs 4 euros.\n\nCome by.';
const patch = (find: string, replace: string, more = {}) => ({
  ...{ find, replace, before: '', after: '' },
  ...more,
});
const answer = (message: string, ...patches: object[]) => JSON.stringify({ message, patches });

let user: { id: UserScope };
let conversationId: string;
let documentId: string;
beforeEach(async () => {
  fakeAi.reset();
  setMetering('off');
  user = await createUser();
  await begin(user.id);
});

async function begin(userId: UserScope): Promise<void> {
  const conversation = await createConversation({ id: userId });
  conversationId = conversation.id;
  const [, opened] = await createMessages(conversation, ['Write about bread', TEXT]);
  ({ id: documentId } = await openAsDocument(userId, opened!.id));
}

async function untilEnded(id: string): Promise<void> {
  await vi.waitFor(async () => {
    const row = await prisma.generation.findUniqueOrThrow({ where: { id } });
    expect(row.finishedAt).not.toBeNull();
  });
}

async function ask(content: string, more: { documentId?: string } = { documentId }) {
  const request = { userId: user.id, conversationId, content, clientKey: newId(), ...more };
  const { answerId } = await sendMessage(request);
  await untilEnded(answerId);
  const message = await prisma.message.findUniqueOrThrow({ where: { id: answerId } });
  const generation = await prisma.generation.findUniqueOrThrow({ where: { id: answerId } });
  return { answerId, text: message.content, state: generation.state };
}

const open = () => openWithPatches(user.id, documentId);
const edit = async (content: string) => {
  const { version, title } = await open();
  return editDocument(user.id, documentId, { title, content, version });
};
const asked = () => fakeAi.requests.map(({ body }) => body);
const lastQuestion = () => asked().at(-1)!.messages.at(-1)!.content;

describe('an answer with a document open', () => {
  test('says its message in the chat, and proposes its changes in the order of the text', async () => {
    fakeAi.script({
      text: answer(
        'Two prices changed.',
        patch('Come by.', 'Visit us.'),
        patch('Rye costs 4', 'Rye costs 5'),
      ),
    });
    const { answerId, text, state } = await ask('Rye is 5 now');
    expect([text, state]).toEqual(['Two prices changed.', 'done']);
    const { patches, content, version } = await open();
    expect([content, version]).toEqual([TEXT, 1]);
    expect(patches).toMatchObject([
      { find: 'Rye costs 4', replace: 'Rye costs 5', state: 'proposed', messageId: answerId },
      { find: 'Come by.', state: 'proposed' },
    ]);
    expect(asked()[0]!.response_format?.json_schema.name).toBe('document-edit');
    expect(lastQuestion()).toContain(`<document>\n${TEXT}\n</document>`);
  });

  test('is asked for once more with the reason when a change doesn’t fit, and both are charged', async () => {
    setMetering('allowance');
    user = { id: await openAccount(new Date()) };
    await begin(user.id);
    const wrong = answer(
      'Done.',
      patch('Spelt costs 4', 'Spelt costs 5'),
      patch('costs 4 euros', 'costs 5'),
    );
    const right = answer('Done again.', patch('costs 4 euros', 'costs 5', { before: 'Rye ' }));
    fakeAi.script({ text: wrong }, { text: right });
    const { text, state } = await ask('Change the prices');
    expect([text, state]).toEqual(['Done.', 'done']);
    const [first, second] = asked();
    const reason = second!.messages.at(-1)!.content;
    expect(reason).toContain('patches[0], "Spelt costs 4": this passage is not in the document');
    expect(reason).toContain(
      'patches[1], "costs 4 euros": this passage is in the document more than once',
    );
    expect(second!.response_format).toEqual(first!.response_format);
    expect((await open()).patches).toMatchObject([{ before: 'Rye ', state: 'proposed' }]);
    const words = (text: string) => text.split(/\s+/).length;
    const prompts = [...first!.messages, ...second!.messages].map(({ content }) => words(content));
    const tokens = prompts.reduce((sum, count) => sum + count, words(wrong) + words(right));
    const settled = (await entriesOf(user.id)).filter(({ kind }) => kind === 'settle');
    expect(settled.map((entry) => entry.tokens)).toEqual([tokens]);
  });

  test('keeps what doesn’t fit after the second attempt as a text, with why', async () => {
    const wrong = answer('Done.', patch('Spelt', 'Oat'), patch('Come by.', 'Visit us.'));
    fakeAi.script({ text: wrong }, { text: wrong });
    expect((await ask('Change it')).state).toBe('done');
    expect(asked()).toHaveLength(2);
    expect((await open()).patches).toMatchObject([
      { find: 'Come by.', state: 'proposed', reason: null },
      { find: 'Spelt', state: 'unfit', reason: 'This passage isn’t in the text anymore.' },
    ]);
  });

  test('is an ordinary answer when the model knows no form, or when its provider fails the second time', async () => {
    fakeAi.script({ text: 'It is a good text.' }, { text: 'It is a good text.' });
    expect(await ask('Do you like it?')).toMatchObject({
      text: 'It is a good text.',
      state: 'done',
    });
    fakeAi.script({ text: answer('I tried.', patch('Spelt', 'Oat')) }, { status: 400 });
    expect(await ask('Change it')).toMatchObject({ text: 'I tried.', state: 'done' });
    expect((await open()).patches).toMatchObject([{ find: 'Spelt', state: 'unfit' }]);
  });

  test('that proposes nothing leaves earlier suggestions open, and new ones take their place', async () => {
    fakeAi.script(
      { text: answer('One.', patch('Come by.', 'Visit us.')) },
      { text: answer('None.') },
      { text: answer('Another.', patch('# Bread', '# Loaves')) },
    );
    await ask('First');
    await ask('Second');
    expect(lastQuestion()).toContain('[{"find":"Come by.","replace":"Visit us."}]');
    expect((await open()).patches).toMatchObject([{ find: 'Come by.' }]);
    await ask('Third');
    expect((await open()).patches).toMatchObject([{ find: '# Bread' }]);
  });

  test('is asked for in the same way when it’s regenerated', async () => {
    fakeAi.script(
      { text: answer('One.', patch('Come by.', 'Visit us.')) },
      { text: answer('Another.', patch('# Bread', '# Loaves')) },
    );
    const { answerId } = await ask('First');
    const again = { userId: user.id, answerId, clientKey: newId(), documentId };
    const { answerId: second } = await regenerateAnswer(again);
    await untilEnded(second);
    expect((await open()).patches).toMatchObject([{ find: '# Bread', messageId: second }]);
  });
});

describe('what the assistant sees', () => {
  test('is the current text with every message, and what changed since it last got it', async () => {
    fakeAi.script({ text: answer('Fine.') }, { text: answer('I see.') }, { text: answer('Yes.') });
    await ask('Look at it');
    await edit(TEXT.replace('Wheat costs 4', 'Wheat costs 6'));
    await ask('And now?');
    expect(lastQuestion()).toContain('Wheat costs 6 euros.');
    expect(lastQuestion()).toContain('Wheat costs [-4-]{+6+} euros.');
    // The question before comes without it.
    const before = asked()
      .at(-1)!
      .messages.map(({ content }) => content);
    expect(before.filter((content) => content.includes('<document>'))).toHaveLength(1);
    await ask('Anything else?');
    expect(lastQuestion()).not.toContain('<changes>');
  });

  test('includes a document that isn’t open once its text is no longer the answer’s own', async () => {
    fakeAi.behave({ text: 'Sure.' });
    await ask('Hello', {});
    expect(lastQuestion()).not.toContain('<document>');
    await edit('# Spelt');
    await ask('Hello again', {});
    expect(lastQuestion()).toContain('<document>\n# Spelt\n</document>');
    expect(asked().at(-1)!.response_format).toBeUndefined();
  });

  test('is nothing of another conversation’s document or another person’s', async () => {
    const theirs = documentId;
    user = await createUser();
    await begin(user.id);
    const own = documentId;
    await begin(user.id);
    fakeAi.behave({ text: 'Sure.' });
    for (const documentId of [theirs, own, newId()]) {
      await ask('Hello', { documentId });
      expect(lastQuestion()).not.toContain('<document>');
    }
  });

  test('can’t be more than its model reads: the person is told before anything is sent', async () => {
    await edit('word '.repeat(20_000));
    await expect(ask('Shorten it')).rejects.toMatchObject({
      ...{
        code: 'invalid',
        message: expect.stringContaining('too long for GPT-4o Mini') as string,
      },
    });
    expect(asked()).toHaveLength(0);
  });
});

describe('deciding on suggestions', () => {
  const suggest = async (...patches: object[]) => {
    fakeAi.script({ text: answer('Done.', ...patches) });
    await ask('Change it');
    return (await open()).patches.map(({ id }) => id);
  };
  const decide = (ids: string[], decision: 'accept' | 'refuse') =>
    decidePatches(user.id, documentId, { ids, decision });

  test('accepts some, as one version, into what the person has written meanwhile', async () => {
    const [rye, visit] = await suggest(
      patch('Rye costs 4', 'Rye costs 5'),
      patch('Come by.', 'Visit us.'),
    );
    await edit(`Today:\n\n${TEXT}`);
    const decided = await decide([rye!], 'accept');
    expect(decided.content).toBe(`Today:\n\n${TEXT.replace('Rye costs 4', 'Rye costs 5')}`);
    expect(decided.version).toBe(3);
    expect(decided.patches.map(({ id }) => id)).toEqual([visit]);
    const versions = await prisma.chatDocumentVersion.findMany({
      where: { documentId },
      orderBy: { version: 'asc' },
    });
    expect(versions).toMatchObject([
      { version: 1, author: 'assistant', content: TEXT },
      { version: 2, author: 'person', content: `Today:\n\n${TEXT}` },
    ]);
    // The response was lost, and the request is repeated.
    expect(await decide([rye!], 'accept')).toMatchObject({ version: 3, content: decided.content });
  });

  test('accepts all at once, and refuses without a change of the text', async () => {
    const ids = await suggest(patch('Rye costs 4', 'Rye costs 5'), patch('Come by.', 'Visit us.'));
    expect(await decide(ids, 'accept')).toMatchObject({
      content: TEXT.replace('Rye costs 4', 'Rye costs 5').replace('Come by.', 'Visit us.'),
      ...{ version: 2, patches: [] },
    });
    const [more] = await suggest(patch('# Bread', '# Loaves'));
    expect(await decide([more!], 'refuse')).toMatchObject({ version: 2, patches: [] });
  });

  test('keeps a suggestion whose passage is gone, and says so', async () => {
    const [id] = await suggest(patch('Come by.', 'Visit us.'));
    await edit('# Only this');
    expect(await decide([id!], 'accept')).toMatchObject({
      ...{ content: '# Only this', version: 2 },
      patches: [{ id, state: 'unfit', reason: 'This passage isn’t in the text anymore.' }],
    });
    expect((await decide([id!], 'refuse')).patches).toEqual([]);
  });

  test('refuses a request about suggestions that newer ones replaced, or of another person', async () => {
    const [first] = await suggest(patch('Come by.', 'Visit us.'));
    await suggest(patch('# Bread', '# Loaves'));
    await expect(decide([first!], 'accept')).rejects.toMatchObject({ code: 'not-found' });
    const stranger = await createUser();
    const theirs = (await open()).patches.map(({ id }) => id);
    await expect(
      decidePatches(stranger.id, documentId, { ids: theirs, decision: 'accept' }),
    ).rejects.toMatchObject({ code: 'not-found' });
  });
});
