import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import type { ImageOffer } from '~/features/chat';
import type { UserScope } from '~/lib/scope';

import { fakeAi } from '../setup/fake-ai.ts';
import { fakeImages } from '../setup/fake-images.ts';

const WITH_TOOLS = 'a/with-tools';
const WITHOUT = 'b/without';
process.env.AI_MODELS = `${WITH_TOOLS}=1,${WITHOUT}=1`;
process.env.AI_TOOL_MODELS = WITH_TOOLS;
process.env.METERING = 'allowance';

await import('../setup/registered.ts');
const { createUser } = await import('../../factories/users.ts');
const { createComponent, createProfile } = await import('../../factories/profiles.ts');
const { ask, entriesOf, paid, until } = await import('./world.ts');
const media = await import('./media');
const { readAlong, toolsOnOffer } = await import('~/engine/generation/index.server');
const { sendMessage } = await import('~/features/chat/answers/send-message.server');
const { continueAnswer, editMessage } =
  await import('~/features/chat/answers/answer-actions.server');
const { exportConversation } = await import('~/features/chat/archive/export-conversation.server');
const { openConversation } = await import('~/features/chat/conversations/open-conversation.server');
const { readCalls } = await import('~/features/chat/messages/read-calls.server');
const { unshare, shareConversation } = await import('~/features/chat/sharing/share-actions.server');
const { openShare } = await import('~/features/chat/sharing/share-page.server');
const { editImage, makeImage } = await import('~/features/media/chat-images/image-tools.server');
const { requestOfferedImage } = await import('~/features/media/chat-images/offer-image.server');
const { serveSharedImage } = await import('~/features/media/chat-images/serve-shared-image.server');
const { deleteConversations } =
  await import('~/features/chat/conversations/conversation-actions.server');
const { registerMessageImages } = await import('~/features/chat/images/message-images.server');
const { chatImages } = await import('~/features/media/chat-images/message-images.server');
const { limit } = await import('~/http/rate-limit.server');
const { newId } = await import('~/lib/ids.server');
const { sql, transaction } = await import('~/lib/db/index.server');

const GONE = { code: 'not-found' };
const PROMPT = 'A round loaf of rye on a board, in morning light';

let user: { id: UserScope };
beforeAll(() => media.startMediaWorker({ soleProcess: false }));
beforeEach(async () => {
  user = await createUser();
  fakeAi.reset();
  fakeImages.reset();
});
afterAll(() => media.drainMedia(0));

const make = (prompt = PROMPT, more: object = {}) => ({
  name: 'make_image',
  input: { prompt, ...more },
});
const change = (input: object) => ({ name: 'edit_image', input });

type Behavior = Parameters<typeof fakeAi.behave>[0];
type Message = Partial<Parameters<typeof sendMessage>[0]>;

/** Sends a message and waits for its answer. */
async function talk(behavior: Behavior, message: Message = {}, state = 'done') {
  fakeAi.behave(behavior);
  const sent = await sendMessage({
    ...{ userId: user.id, conversationId: null, content: 'Make an image', clientKey: newId() },
    settings: { profileId: null, model: WITH_TOOLS, effort: null, systemPrompt: '' },
    ...message,
  });
  expect(await endOf(sent.answerId)).toBe(state);
  return sent;
}

function endOf(id: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const leave = readAlong(user.id, id, 0, {
      text: () => undefined,
      end: ({ state }) => resolve(state),
    });
    if (!leave) reject(new Error('not written here'));
  });
}

const without: Message = {
  settings: { profileId: null, model: WITHOUT, effort: null, systemPrompt: '' },
};

/** The images of a message as its chat has them. */
async function imagesOf({ conversationId }: { conversationId: string }, messageId: string) {
  const { messages } = await openConversation(user.id, conversationId);
  return messages.find(({ id }) => id === messageId)!.images;
}

/** A conversation whose answer has an image that is there. */
async function illustrated() {
  const sent = await talk({ calls: [make()], then: { text: 'A loaf.' } });
  const [image] = await imagesOf(sent, sent.answerId);
  await until(user.id, image!.jobId!, 'succeeded');
  const [made] = await imagesOf(sent, sent.answerId);
  return { ...sent, itemId: made!.itemId!, image: made! };
}

/** A message with an image of the gallery, and its answer. */
async function withChosen(message: Message, answer = 'Snow.') {
  const job = await until(user.id, (await ask(user.id)).id, 'succeeded');
  const imageId = job.items[0]!.id;
  return { ...(await talk({ text: answer }, { ...message, imageId })), imageId };
}

/** What the model was told of its calls in its last request. */
function results(): string[] {
  const { messages } = fakeAi.requests.findLast(({ body }) => body.stream)!.body;
  return messages.filter(({ role }) => role === 'tool').map(({ content }) => content);
}

const useOf = ({ conversationId, answerId }: { conversationId: string; answerId: string }) => ({
  ...{ userId: user.id, conversationId, messageId: answerId },
  signal: new AbortController().signal,
});

describe('an image that a model asks for', () => {
  test('is a job in the conversation’s brand, while the answer goes on, and belongs to the answer and the gallery', async () => {
    fakeImages.behave({ hold: 'now' });
    const story = await createComponent(user, 'brandStory', { whatYouDo: 'We bake rye.' });
    const profile = await createProfile(user, { name: 'Elm Mill', brandStory: story });
    const sent = await talk(
      { calls: [make(PROMPT, { shape: 'landscape' })], then: { text: 'Here’s a loaf.' } },
      { settings: { profileId: profile.id, model: WITH_TOOLS, effort: null, systemPrompt: '' } },
    );
    const [image] = await imagesOf(sent, sent.answerId);
    expect(image).toMatchObject({ itemId: null, prompt: PROMPT, width: 1536, height: 1024 });
    const told = JSON.parse(results()[0]!.split('\n')[0]!) as object;
    expect(told).toEqual({ image: image!.id, job: image!.jobId, state: 'queued' });
    expect(await readCalls(user.id, sent.answerId)).toMatchObject([
      { title: `Image: ${PROMPT}`, state: 'done', note: '4,000 tokens' },
    ]);

    fakeImages.release('now');
    const job = await until(user.id, image!.jobId!, 'succeeded');
    expect(job.kind === 'image' && job.request).toMatchObject({
      ...{ prompt: PROMPT, size: '1536x1024', count: 1, profileId: profile.id },
      brandText: 'Brand: Elm Mill\nWhat they do: We bake rye.',
    });
    const [made] = await imagesOf(sent, sent.answerId);
    expect(made).toMatchObject({ id: image!.id, itemId: job.items[0]!.id, type: 'image/png' });
    const { items } = await media.readGallery(user.id, {
      ...{ before: null, favourite: false, from: null, to: null },
    });
    expect(items.map(({ id }) => id)).toEqual([made!.itemId]);
    expect(await paid(user.id, job.id)).toBe(4_000);
  });

  test('is made and charged once, however often its call is made', async () => {
    const sent = await talk({ text: 'Hello.' });
    const use = { ...useOf(sent), callId: newId() };
    const input = { prompt: PROMPT, shape: 'square' } as const;
    const outcomes = await Promise.all([makeImage.run(input, use), makeImage.run(input, use)]);
    expect(outcomes[0]).toEqual(outcomes[1]);
    expect(await makeImage.run(input, use)).toEqual(outcomes[0]);
    const images = await imagesOf(sent, sent.answerId);
    expect(images).toHaveLength(1);
    await until(user.id, images[0]!.jobId!, 'succeeded');
    expect(await entriesOf(user.id, images[0]!.jobId!)).toHaveLength(2);
    expect(fakeImages.requests).toHaveLength(1);
  });

  test('is there for a repeated call even when the person may create no more for now', async () => {
    const sent = await talk({ text: 'Hello.' });
    const use = { ...useOf(sent), callId: newId() };
    const input = { prompt: PROMPT, shape: 'square' } as const;
    const made = await makeImage.run(input, use);
    const useUp = async () => {
      for (;;) await limit('media-create', user.id);
    };
    await expect(useUp()).rejects.toMatchObject({ status: 429 });
    expect(await makeImage.run(input, use)).toEqual(made);
    await expect(makeImage.run(input, { ...use, callId: newId() })).rejects.toThrow();
  });

  test('is not made again when its answer is continued', async () => {
    const broken = { calls: [make()], then: { text: 'Here it is.', breakAfter: 1 } };
    const { answerId: id } = await talk(broken, {}, 'failed');
    fakeAi.behave({ text: 'Here’s a loaf.' });
    await continueAnswer(user.id, id);
    expect(await endOf(id)).toBe('done');
    const jobs = await sql.query(`SELECT id FROM media_jobs WHERE user_id = $1::uuid`, [user.id]);
    expect(jobs).toHaveLength(1);
  });

  test('beyond what an answer may have, or what the person can pay, is data for the model and a sentence for the person', async () => {
    const sent = await talk({
      calls: Array.from({ length: 5 }, (_, at) => make(`${PROMPT} ${at}`)),
      then: { text: 'Four of them.' },
    });
    expect(await imagesOf(sent, sent.answerId)).toHaveLength(4);
    const calls = await readCalls(user.id, sent.answerId);
    expect(calls.filter(({ state }) => state === 'failed')).toMatchObject([
      { note: 'This answer already has the most images it can have: 4.' },
    ]);
    expect(results()).toContain('This answer already has the most images it can have: 4.');

    const poor = await talk({ calls: [make(), make(), make()], then: { text: 'Not all.' } });
    const notes = (await readCalls(user.id, poor.answerId)).map(({ note }) => note);
    expect(notes.some((note) => note.includes('too few for this'))).toBe(true);
  });

  test('that failed is made by a new job, which the answer shows in its place', async () => {
    fakeImages.behave({ status: 400, code: 'moderation_blocked' });
    const sent = await talk({ calls: [make()], then: { text: 'A loaf.' } });
    const [image] = await imagesOf(sent, sent.answerId);
    await until(user.id, image!.jobId!, 'failed');
    fakeImages.behave({});
    const again = await media.repeatJob(user.id, image!.jobId!, newId());
    await until(user.id, again.id, 'succeeded');
    expect(await imagesOf(sent, sent.answerId)).toMatchObject([
      { id: image!.id, jobId: again.id, itemId: expect.any(String) },
    ]);
  });

  test('is made and charged once when two tabs try again, also when it failed again', async () => {
    fakeImages.behave({ status: 400, code: 'moderation_blocked' });
    const sent = await talk({ calls: [make()], then: { text: 'A loaf.' } });
    const [image] = await imagesOf(sent, sent.answerId);
    await until(user.id, image!.jobId!, 'failed');
    const twice = async (id: string) => {
      const first = await media.repeatJob(user.id, id, newId());
      const [second, third] = await Promise.all([
        media.repeatJob(user.id, id, newId()),
        media.repeatJob(user.id, id, newId()),
      ]);
      expect([second.id, third.id]).toEqual([first.id, first.id]);
      return first.id;
    };
    const again = await twice(image!.jobId!);
    await until(user.id, again, 'failed');
    fakeImages.behave({});
    const last = await twice(again);
    await until(user.id, last, 'succeeded');
    expect(await imagesOf(sent, sent.answerId)).toMatchObject([{ id: image!.id, jobId: last }]);
  });

  test('is missing from the conversation once it is deleted from the gallery', async () => {
    const { conversationId, answerId, itemId } = await illustrated();
    await media.removeItems(user.id, [itemId]);
    expect(await imagesOf({ conversationId }, answerId)).toMatchObject([{ itemId: null }]);
    await media.restoreItems(user.id, [itemId]);
    expect(await imagesOf({ conversationId }, answerId)).toMatchObject([{ itemId }]);
  });
});

describe('a change of an image', () => {
  test('starts from the latest one of the conversation, or from the one that is named', async () => {
    const first = await illustrated();
    const { conversationId } = first;
    await talk(
      { calls: [change({ change: 'Make it darker' })], then: { text: 'Darker.' } },
      { conversationId },
    );
    const last = (await openConversation(user.id, conversationId)).messages.at(-1)!;
    const job = await until(user.id, last.images[0]!.jobId!, 'succeeded');
    expect(job.kind === 'image' && job.request).toMatchObject({
      ...{ prompt: 'Make it darker', referenceId: first.itemId, size: '1024x1024' },
    });
    expect(fakeImages.requests.at(-1)!.path).toBe('/v1/images/edits');

    await talk(
      { calls: [change({ change: 'Brighter', image: first.image.id })], then: { text: 'Done.' } },
      { conversationId },
    );
    const other = (await openConversation(user.id, conversationId)).messages.at(-1)!;
    const named = await until(user.id, other.images[0]!.jobId!, 'succeeded');
    expect(named.kind === 'image' && named.request.referenceId).toBe(first.itemId);
  });

  test('of an image that is not the conversation’s is refused', async () => {
    const elsewhere = await illustrated();
    const sent = await talk({ text: 'Hello.' });
    const use = { ...useOf(sent), callId: newId() };
    const run = (image?: string) => editImage.run({ change: 'Darker', image }, use);
    await expect(run()).rejects.toMatchObject({
      sentence: 'There’s no finished image in this chat yet.',
    });
    for (const image of [elsewhere.image.id, elsewhere.itemId, 'latest', newId()]) {
      await expect(run(image)).rejects.toMatchObject({
        sentence: 'That image isn’t in this chat.',
      });
    }
  });

  test('can start from an image of the gallery that the person chooses for the message', async () => {
    const job = await until(user.id, (await ask(user.id)).id, 'succeeded');
    const imageId = job.items[0]!.id;
    const sent = await talk(
      { calls: [change({ change: 'Add snow' })], then: { text: 'Snow.' } },
      { content: 'Add snow', imageId },
    );
    expect(await imagesOf(sent, sent.questionId)).toMatchObject([{ itemId: imageId, jobId: null }]);
    const asked = fakeAi.requests.findLast(({ body }) => body.stream)!.body.messages;
    expect(JSON.stringify(asked)).toContain(`<image id=\\"${imageId}\\">`);
    const [image] = await imagesOf(sent, sent.answerId);
    const made = await until(user.id, image!.jobId!, 'succeeded');
    expect(made.kind === 'image' && made.request.referenceId).toBe(imageId);

    const edited = await editMessage({
      ...{ userId: user.id, questionId: sent.questionId, content: 'Add rain', clientKey: newId() },
    });
    await endOf(edited.answerId);
    expect(await imagesOf(edited, edited.questionId)).toMatchObject([{ itemId: imageId }]);

    const stranger = await createUser();
    const theirs = { ...without, userId: stranger.id, content: 'Add snow', imageId };
    const asTheirs = sendMessage({ conversationId: null, clientKey: newId(), ...theirs });
    await expect(asTheirs).rejects.toMatchObject(GONE);
  });
});

describe('an image of the gallery that was deleted', () => {
  test('can’t come with a message', async () => {
    const { conversationId, answerId } = await talk({ text: 'Hello.' });
    const job = await until(user.id, (await ask(user.id)).id, 'succeeded');
    const image = await chatImages.find(user.id, job.items[0]!.id);
    await media.removeItems(user.id, [image.itemId]);
    const attach = transaction((tx) => chatImages.attach(tx, user.id, answerId, image));
    await expect(attach).rejects.toMatchObject(GONE);
    expect(await imagesOf({ conversationId }, answerId)).toEqual([]);
  });

  test('isn’t offered to be edited, and an offer from before creates no other image', async () => {
    const sent = await withChosen({ ...without, content: 'Make an image with snow' });
    expect(sent.imageOffer).toBe('change');
    await media.removeItems(user.id, [sent.imageId]);
    const { messages } = await openConversation(user.id, sent.conversationId);
    expect(messages.at(-1)!.imageOffer).toBeNull();
    const gone = { userMessage: 'The reference image no longer exists. Choose another one.' };
    await expect(requestOfferedImage(user.id, sent.answerId)).rejects.toMatchObject(gone);
    const { userId, questionId } = { ...sent, userId: user.id };
    const edited = { userId, questionId, content: 'Make an image with rain', clientKey: newId() };
    const again = await editMessage(edited);
    expect(again.imageOffer).toBeUndefined();
    await endOf(again.answerId);

    await sql.query('DELETE FROM media_items WHERE id = $1::uuid', [sent.imageId]);
    await expect(requestOfferedImage(user.id, sent.answerId)).rejects.toMatchObject(gone);
  });
});

describe('a model without tools', () => {
  const asked = { ...without, content: 'Mach ein Bild dazu' };

  test('has the person asked, and nothing is made before they agree; then it is made once', async () => {
    const sent = await talk({ text: 'A loaf in morning light.' }, asked);
    expect(sent.imageOffer).toBe('make');
    const { messages } = await openConversation(user.id, sent.conversationId);
    expect(messages.at(-1)).toMatchObject({ imageOffer: 'make', images: [] });
    const prompt = JSON.stringify(fakeAi.requests.findLast(({ body }) => body.stream)!.body);
    expect(prompt).toContain('The app shows the person a button under your answer');
    expect(fakeImages.requests).toHaveLength(0);

    const jobs = await Promise.all([
      requestOfferedImage(user.id, sent.answerId),
      requestOfferedImage(user.id, sent.answerId),
    ]);
    expect(jobs[1]!.id).toBe(jobs[0]!.id);
    const job = await until(user.id, jobs[0]!.id, 'succeeded');
    expect(job).toMatchObject({
      request: { prompt: 'Mach ein Bild dazu', subjectText: 'A loaf in morning light.' },
      items: [{ prompt: 'Mach ein Bild dazu' }],
    });
    expect(JSON.parse(fakeImages.requests[0]!.body)).toMatchObject({
      prompt: expect.stringMatching(
        /^Mach ein .*\n\nIt is for this text; .*:\nA loaf in morning light\.$/,
      ),
    });
    const [image] = await imagesOf(sent, sent.answerId);
    expect(image).toMatchObject({ itemId: job.items[0]!.id, prompt: 'Mach ein Bild dazu' });
    const after = await openConversation(user.id, sent.conversationId);
    expect(after.messages.at(-1)!.imageOffer).toBeNull();
    const stranger = await createUser();
    await expect(requestOfferedImage(stranger.id, sent.answerId)).rejects.toMatchObject(GONE);
    await expect(requestOfferedImage(user.id, sent.questionId)).rejects.toMatchObject(GONE);
  });

  test('has no image made while it still writes, or once the conversation is deleted', async () => {
    fakeAi.behave({ text: 'A loaf in morning light.', holdAfter: 2, hold: 'half' });
    const sent = await sendMessage({
      ...{ userId: user.id, conversationId: null, clientKey: newId() },
      ...{ settings: without.settings, content: asked.content },
    });
    await expect(requestOfferedImage(user.id, sent.answerId)).rejects.toMatchObject({
      ...{ code: 'conflict', userMessage: 'Wait until the answer is complete.' },
    });
    const end = endOf(sent.answerId);
    fakeAi.release('half');
    expect(await end).toBe('done');
    await deleteConversations(user.id, [sent.conversationId]);
    await expect(requestOfferedImage(user.id, sent.answerId)).rejects.toMatchObject(GONE);
  });

  test('isn’t told of a button to edit images where none can be edited', async () => {
    const areOffered = (offer: ImageOffer) => offer !== 'change';
    registerMessageImages({ ...chatImages, areOffered });
    try {
      const sent = await withChosen({ ...without, content: 'Add snow' });
      expect(sent.imageOffer).toBeUndefined();
      const prompt = JSON.stringify(fakeAi.requests.findLast(({ body }) => body.stream)!.body);
      expect(prompt).not.toContain('a button under your answer');
    } finally {
      registerMessageImages(chatImages);
    }
  });

  test('gets the text before the question into the image’s prompt where the question points back', async () => {
    const first = await talk({ text: 'Our rye is back!' }, { ...without, content: 'Write a post' });
    const { conversationId } = first;
    expect(first.imageOffer).toBeUndefined();
    const sent = await talk(
      { text: 'It could show a loaf.' },
      { conversationId, content: 'Make an image for this post' },
    );
    const { id } = await requestOfferedImage(user.id, sent.answerId);
    const job = await until(user.id, id, 'succeeded');
    expect(job).toMatchObject({ request: { subjectText: 'Our rye is back!' } });
  });

  test('is not asked about where the model has tools', async () => {
    const sent = await talk({ text: 'No.' }, { content: 'Make an image for this post' });
    expect(sent.imageOffer).toBeUndefined();
    expect(toolsOnOffer().map(({ name }) => name)).toContain('make_image');
  });

  test('changes an image that the person has chosen', async () => {
    const job = await until(user.id, (await ask(user.id)).id, 'succeeded');
    const imageId = job.items[0]!.id;
    const sent = await talk({ text: 'Snow.' }, { ...without, content: 'Add snow', imageId });
    expect(sent.imageOffer).toBe('change');
    const { id } = await requestOfferedImage(user.id, sent.answerId);
    const made = await until(user.id, id, 'succeeded');
    expect(made.kind === 'image' && made.request).toMatchObject({
      prompt: 'Add snow',
      referenceId: imageId,
    });
  });
});

describe('an image of an answer', () => {
  const request = () => new Request('http://localhost/');

  test('is shown by the public link to its conversation, for as long as it is shared, and no other image', async () => {
    const { conversationId, answerId, itemId } = await illustrated();
    const other = await illustrated();
    const { id } = await shareConversation(user.id, conversationId);
    const { messages } = await openShare({ shareId: id });
    expect(messages.at(-1)!.images).toEqual([
      { id: itemId, prompt: PROMPT, width: 512, height: 512 },
    ]);
    const of = (messageId: string, item: string) =>
      serveSharedImage({ id, messageId, itemId: item }, '640', request());
    const response = await of(answerId, itemId);
    expect(response.headers.get('content-type')).toBe('image/webp');
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(response.headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(100);
    const unmade = await until(user.id, (await ask(user.id)).id, 'succeeded');
    for (const [messageId, item] of [
      [answerId, other.itemId],
      [answerId, unmade.items[0]!.id],
      [other.answerId, other.itemId],
      [answerId, 'x'],
    ] as const) {
      await expect(of(messageId, item)).rejects.toMatchObject(GONE);
    }
    await unshare(user.id, conversationId);
    await expect(of(answerId, itemId)).rejects.toMatchObject(GONE);
  });

  test('isn’t shown by a public link that is older, even if its message is', async () => {
    const sent = await illustrated();
    const { id } = await shareConversation(user.id, sent.conversationId);
    const use = { ...useOf(sent), callId: newId() };
    await makeImage.run({ prompt: 'A secret', shape: 'square' }, use);
    const later = (await imagesOf(sent, sent.answerId)).at(-1)!;
    const { items } = await until(user.id, later.jobId!, 'succeeded');
    const { messages } = await openShare({ shareId: id });
    expect(messages.at(-1)!.images.map((image) => image.id)).toEqual([sent.itemId]);
    const { answerId: messageId } = sent;
    const served = serveSharedImage({ id, messageId, itemId: items[0]!.id }, '640', request());
    await expect(served).rejects.toMatchObject(GONE);
  });

  test('that a person chose is shown by a public link without its prompt, which isn’t part of the chat', async () => {
    const { conversationId, imageId } = await withChosen({ content: 'Add snow' });
    const { id } = await shareConversation(user.id, conversationId);
    const { messages } = await openShare({ shareId: id });
    expect(messages[0]!.images).toMatchObject([{ id: imageId, prompt: 'Image' }]);
  });

  test('is in the files of its conversation', async () => {
    const { conversationId, itemId } = await illustrated();
    const signal = new AbortController().signal;
    const file = async (format: 'markdown' | 'html' | 'json') =>
      (await exportConversation(user.id, conversationId, { format, show: false }, signal)).text();
    expect(await file('markdown')).toContain(
      `[Image: ${PROMPT}](http://localhost:3000/media-creator?mode=generate&item=${itemId})`,
    );
    expect(await file('html')).toMatch(/<img src="data:image\/webp;base64,[\w+/=]+" width="512"/);
    const { messages } = JSON.parse(await file('json')) as { messages: object[] };
    expect(messages.at(-1)).toMatchObject({
      images: [{ id: itemId, type: 'image/png', width: 512, height: 512, prompt: PROMPT }],
    });
  });
});
