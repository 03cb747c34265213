import { beforeEach, describe, expect, test, vi } from 'vitest';

import type { UserScope } from '~/lib/scope';

import { fakeAi } from '../setup/fake-ai.ts';

const { createUser } = await import('../../factories/users.ts');
const { createComponent, createProfile } = await import('../../factories/profiles.ts');
const { aBrief } = await import('../../factories/briefs.ts');
const { chooseImage, createBrief, deleteBrief, estimateBrief, purgeBriefs, readBrief } =
  await import('~/features/copywriting/wizard/briefs/brief-actions.server');
const { openBrief, openVariant, recentBriefs } =
  await import('~/features/copywriting/wizard/briefs/open-brief.server');
const { addVariant, regenerateVariant } =
  await import('~/features/copywriting/wizard/variants/add-variant.server');
const { continueVariant } =
  await import('~/features/copywriting/wizard/variants/continue-variant.server');
const { chooseVariant, editVariant, ignoreInVariant, saveVariants } =
  await import('~/features/copywriting/wizard/variants/variant-actions.server');
const { insertBrief, listBriefs } =
  await import('~/features/copywriting/wizard/briefs/brief-data.server');
const { createFolder } =
  await import('~/features/copywriting/library/folders/folder-actions.server');
const { changeImage, deleteContent, duplicateContent } =
  await import('~/features/copywriting/library/content/content-actions.server');
const { requireContent } =
  await import('~/features/copywriting/library/content/open-content.server');
const { readAlong, readProgress, stopGeneration } =
  await import('~/engine/generation/index.server');
const { reap } = await import('~/engine/generation/run/liveness.server');
const { getBalance } = await import('~/features/billing/index.server');
const { readDeletion } = await import('~/features/brand/profiles/delete-profile.server');
const { deleteProfile } = await import('~/features/brand/profiles/delete-profile.server');
const { CAMPAIGN_FORMATS } = await import('~/features/copywriting/formats/formats');
const { marker } = await import('../../fakes/openai.ts');
const { setMetering } = await import('../billing/accounts.ts');
const { newId } = await import('~/lib/ids.server');
const { prisma, sql } = await import('~/lib/db/index.server');

type Behavior = Parameters<typeof marker>[0];

let user: { id: UserScope };

beforeEach(async () => {
  setMetering('allowance');
  user = await createUser();
});

function topic(behavior: Behavior): { topic: string } {
  return { topic: `Our new sourdough ${marker(behavior)}` };
}

function create(brief: ReturnType<typeof aBrief>, clientKey = newId(), userId = user.id) {
  return createBrief({ userId, clientKey, brief });
}

/** Reads a generation of this process to its end. */
function ended(id: string): Promise<{ text: string; state: string; reason: string | null }> {
  return new Promise((resolve, reject) => {
    let text = '';
    const leave = readAlong(user.id, id, 0, {
      text: (part) => (text += part),
      end: ({ state, reason }) => resolve({ text, state, reason }),
    });
    if (!leave) reject(new Error('not written here'));
  });
}

/** A brief whose variants have all ended. */
async function written(brief: ReturnType<typeof aBrief>) {
  const { id, results: variants } = await create(brief);
  for (const variant of variants) {
    await vi.waitFor(async () =>
      expect((await readProgress(user.id, variant.id))?.state).not.toMatch(/queued|str/),
    );
  }
  return openBrief(user.id, id);
}

function generationsOf(userId: UserScope): Promise<number> {
  return prisma.generation.count({ where: { userId } });
}

async function setTokens(tokens: number): Promise<void> {
  await prisma.billingAccount.update({
    where: { userId: user.id },
    data: { trialToken: tokens },
  });
}

describe('a brief', () => {
  test('gets its variants written side by side, each of them charged', async () => {
    const hold = newId();
    const brief = aBrief({
      variants: 3,
      fields: topic({ text: 'one two three four', holdAfter: 2, hold }),
    });
    const { id, results: variants, title } = await create(brief);
    expect(title).toMatch(/^Our new sourdough/);
    expect(variants.map(({ formatId, position }) => [formatId, position])).toEqual([
      ['linkedin-post', 0],
      ['linkedin-post', 1],
      ['linkedin-post', 2],
    ]);
    expect(variants.every(({ state }) => state === 'queued')).toBe(true);
    await vi.waitFor(async () => {
      const now = await openBrief(user.id, id);
      expect(now.results.map(({ text }) => text)).toEqual(['one two', 'one two', 'one two']);
    });
    const ends = variants.map((variant) => ended(variant.id));
    fakeAi.release(hold);
    for (const end of await Promise.all(ends)) {
      expect(end).toEqual({ text: 'one two three four', state: 'done', reason: null });
    }
    const now = await openBrief(user.id, id);
    expect(now).toMatchObject({ ...brief, profileName: null });
    let used = 0;
    for (const variant of now.results) {
      expect(variant).toMatchObject({ state: 'done', text: 'one two three four', edited: false });
      expect(variant.usedTokens).toBeGreaterThan(0);
      used += variant.usedTokens ?? 0;
    }
    expect((await getBalance(user.id, new Date())).totalTokensUsed).toBe(used);
  });

  test('sends a different prompt for each variant, with the brand', async () => {
    const brandStory = await createComponent(user, 'brandStory', { whatYouDo: 'We bake at night' });
    const profile = await createProfile(user, { brandStory });
    const marked = topic({ text: 'A text' });
    const { results: variants } = await written(
      aBrief({ variants: 2, profileId: profile.id, fields: marked }),
    );
    expect(variants).toHaveLength(2);
    const sent = fakeAi.requests
      .map(({ body }) => body.messages)
      .filter((messages) => messages.at(-1)?.content.includes(marked.topic));
    const systems = sent.map((messages) => messages[0]!.content);
    expect(new Set(systems).size).toBe(2);
    for (const system of systems) expect(system).toContain('> We bake at night');
  });

  test('is written once when it is requested twice with the same key', async () => {
    const clientKey = newId();
    const brief = aBrief({ variants: 2, fields: topic({ text: 'A text' }) });
    const [one, other] = await Promise.all([create(brief, clientKey), create(brief, clientKey)]);
    expect(other.id).toBe(one.id);
    expect((await create(brief, clientKey)).id).toBe(one.id);
    expect(await generationsOf(user.id)).toBe(2);
    expect(await create(brief, newId())).not.toMatchObject({ id: one.id });
  });

  test('is refused with the reason at each invalid field', () => {
    const refused = () =>
      readBrief({
        ...aBrief({ fields: { topic: ' ', audience: 'x'.repeat(501) } }),
        formatIds: ['sonnet'],
        variants: 6,
        clientKey: newId(),
      });
    expect(refused).toThrow(
      expect.objectContaining({
        code: 'invalid',
        fields: {
          topic: 'Add a topic.',
          audience: 'The audience is too long: 501 of 500 characters. Shorten it.',
          formatIds: 'One of these formats isn’t available. Choose another one.',
          variants: 'Choose 1 to 5 variants.',
        },
      }),
    );
  });

  test('with another user’s profile is refused as not found, and starts nothing', async () => {
    const other = await createUser();
    const profile = await createProfile(other);
    await expect(create(aBrief({ profileId: profile.id }))).rejects.toMatchObject({
      code: 'not-found',
    });
    await expect(estimateBrief(user.id, aBrief({ profileId: profile.id }))).rejects.toMatchObject({
      code: 'not-found',
    });
    expect(await generationsOf(user.id)).toBe(0);
  });

  test('can’t be read, changed, or deleted by another user', async () => {
    const { id, results: variants } = await written(aBrief({ fields: topic({ text: 'A text' }) }));
    const variantId = variants[0]!.id;
    const other = await createUser();
    const clientKey = newId();
    const gone = { code: 'not-found' };
    await expect(openBrief(other.id, id)).rejects.toMatchObject(gone);
    await expect(deleteBrief(other.id, id)).rejects.toMatchObject(gone);
    const more = addVariant(other.id, id, { formatId: 'linkedin-post', clientKey });
    await expect(more).rejects.toMatchObject(gone);
    await expect(openVariant(other.id, variantId)).rejects.toMatchObject(gone);
    await expect(continueVariant(other.id, variantId)).rejects.toMatchObject(gone);
    await expect(regenerateVariant(other.id, variantId, { clientKey })).rejects.toMatchObject(gone);
    await expect(chooseVariant(other.id, variantId)).rejects.toMatchObject(gone);
    const edit = editVariant(other.id, variantId, { text: 'Mine', version: 1 });
    await expect(edit).rejects.toMatchObject(gone);
    const save = saveVariants(other.id, [{ id: variantId, title: 'Mine', folderId: null }]);
    await expect(save).rejects.toMatchObject(gone);
    expect(await readProgress(other.id, variantId)).toBeNull();
    expect((await openVariant(user.id, variantId)).text).toBe('A text');
    await expect(openBrief(user.id, 'no-id')).rejects.toMatchObject(gone);
  });
});

describe('a campaign', () => {
  const campaign = (fields = topic({ text: '# A text' })) =>
    aBrief({ kind: 'campaign', formatIds: [...CAMPAIGN_FORMATS], fields });

  test('gets one variant in each format, tells each about the others, and saves them together', async () => {
    const marked = topic({ text: '# A text' });
    const { results: variants, id } = await written(campaign(marked));
    expect(variants.map(({ formatId }) => formatId)).toEqual(CAMPAIGN_FORMATS);
    const systems = fakeAi.requests
      .map(({ body }) => body.messages)
      .filter((messages) => messages.at(-1)?.content.includes(marked.topic))
      .map((messages) => messages[0]!.content);
    expect(systems.filter((system) => system.includes('- LinkedIn post'))).toHaveLength(4);

    const folder = await createFolder(user.id, { category: 'email', name: 'Spring' });
    const list = variants.map((variant) => ({
      id: variant.id,
      title: `The ${variant.formatId}`,
      folderId: variant.formatId === 'promotion' ? folder.id : null,
    }));
    const saved = await saveVariants(user.id, list);
    expect(saved.map(({ content }) => [content.category, content.format])).toEqual([
      ['social', 'linkedin-post'],
      ['social', 'x-post'],
      ['longform', 'article'],
      ['landing', 'landing-page'],
      ['email', 'promotion'],
    ]);
    expect((await requireContent(user.id, saved[0]!.content.id)).content).toBe('# A text');
    // A second press saves nothing twice.
    expect(await saveVariants(user.id, list)).toEqual(saved);
    const now = await openBrief(user.id, id);
    expect(now.results.map((variant) => variant.saved)).toEqual(
      saved.map(({ content }) => ({
        id: content.id,
        category: content.category,
        current: true,
      })),
    );

    await deleteContent(user.id, saved[0]!.content.id);
    expect((await openVariant(user.id, variants[0]!.id)).saved).toBeNull();
  });

  test('is saved with the brand and the image of its brief, which only its owner can change', async () => {
    const { id: profileId } = await createProfile(user);
    const { id, results: variants } = await written(aBrief({ variants: 1, profileId }));
    const other = await createUser();
    const imageId = newId();
    const gone = { code: 'not-found' };
    await expect(chooseImage(other.id, id, imageId)).rejects.toMatchObject(gone);
    await chooseImage(user.id, id, imageId);
    expect((await openBrief(user.id, id)).imageId).toBe(imageId);

    const list = [{ id: variants[0]!.id, title: 'Mine', folderId: null }];
    const contentId = (await saveVariants(user.id, list))[0]!.content.id;
    const duplicate = await duplicateContent(user.id, contentId);
    await expect(changeImage(other.id, contentId, null)).rejects.toMatchObject(gone);
    expect((await requireContent(user.id, contentId)).imageId).toBe(imageId);
    await changeImage(user.id, contentId, null);
    expect((await requireContent(user.id, contentId)).imageId).toBeNull();
    expect((await requireContent(user.id, duplicate.id)).imageId).toBe(imageId);
    for (const saved of [contentId, duplicate.id]) {
      expect((await requireContent(user.id, saved)).profileId).toBe(profileId);
    }
  });

  test('is saved whole or not at all, and the refusal names the variant at fault', async () => {
    const { results: variants } = await written(campaign());
    const [first, second] = variants;
    const list = [
      { id: first!.id, title: 'A title', folderId: null },
      { id: second!.id, title: '  ', folderId: null },
    ];
    await expect(saveVariants(user.id, list)).rejects.toMatchObject({
      code: 'invalid',
      fields: { [second!.id]: 'Add a title.' },
    });
    expect((await openVariant(user.id, first!.id)).saved).toBeNull();
    expect(await prisma.savedContent.count({ where: { userId: user.id } })).toBe(0);
  });
});

describe('tokens', () => {
  test('that don’t cover all variants start none, and the refusal says what helps', async () => {
    const brief = aBrief({ variants: 5, formatIds: ['article'], fields: { length: 'long' } });
    await setTokens(6_000);
    await expect(create(brief)).rejects.toMatchObject({
      code: 'out-of-tokens',
      userMessage: expect.stringMatching(
        /^This needs about \d\d,\d{3} tokens, and you have 6,000 left\. Fewer or shorter/,
      ) as string,
    });
    expect(await generationsOf(user.id)).toBe(0);
    expect((await recentBriefs(user.id, null)).items).toEqual([]);
    expect((await getBalance(user.id, new Date())).available).toBe(6_000);
    await setTokens(0);
    await expect(create(brief)).rejects.toMatchObject({ code: 'out-of-tokens' });
  });

  test('that are scarce shorten every variant equally', async () => {
    const brief = aBrief({ variants: 3, fields: { length: 'long', topic: 'Scarce tokens' } });
    const { tokens, available } = await estimateBrief(user.id, brief);
    expect(available).toBe(25_000);
    await setTokens(tokens + 600);
    expect(await estimateBrief(user.id, brief)).toEqual({ tokens, available: tokens + 600 });
    await written(brief);
    const limits = fakeAi.requests
      .filter(({ body }) => body.messages.at(-1)?.content.includes('Scarce tokens'))
      .map(({ body }) => body.max_tokens ?? body.max_completion_tokens ?? 0);
    expect(limits).toHaveLength(3);
    expect(Math.max(...limits) - Math.min(...limits)).toBeLessThan(20);
    expect(Math.min(...limits)).toBeGreaterThan(600);
  });

  test('are estimated beforehand at about what is used', async () => {
    const text = 'word '.repeat(95).trim();
    const brief = aBrief({ variants: 2, fields: topic({ text }) });
    const { tokens } = await estimateBrief(user.id, brief);
    const { results: variants } = await written(brief);
    const used = variants.reduce((sum, variant) => sum + (variant.usedTokens ?? 0), 0);
    expect(tokens).toBeGreaterThan(used * 0.8);
    expect(tokens).toBeLessThan(used * 2);
  });
});

describe('a variant', () => {
  test('can be stopped alone, keeps its text, and continues where it stopped', async () => {
    const hold = newId();
    const text = 'one two three four';
    const { id, results: variants } = await create(
      aBrief({ variants: 2, fields: topic({ text, holdAfter: 2, hold }) }),
    );
    const [first, second] = variants;
    await vi.waitFor(async () =>
      expect((await openVariant(user.id, first!.id)).text).toBe('one two'),
    );
    await stopGeneration(user.id, first!.id);
    const other = ended(second!.id);
    fakeAi.release(hold);
    expect(await other).toMatchObject({ state: 'done', text });
    const stopped = (await openBrief(user.id, id)).results[0]!;
    expect(stopped).toMatchObject({ state: 'stopped', text: 'one two', reason: null });

    const rest = newId();
    fakeAi.script({ text: ' and the rest', holdAfter: 0, hold: rest });
    const going = await continueVariant(user.id, first!.id);
    expect(going).toMatchObject({ id: first!.id, text: 'one two' });
    fakeAi.release(rest);
    await vi.waitFor(async () =>
      expect(await openVariant(user.id, first!.id)).toMatchObject({
        state: 'done',
        text: 'one two and the rest',
      }),
    );
    await expect(continueVariant(user.id, first!.id)).rejects.toMatchObject({ code: 'conflict' });
  });

  test.each([
    ['an error of the provider', { status: 500 }],
    ['a rate limit', { status: 429 }],
    ['an unreadable answer', { rubbish: 'html' }],
    ['an empty answer', { text: '' }],
  ] satisfies [string, Behavior][])(
    'fails free of charge on %s, says why, and can be regenerated',
    async (_, behavior) => {
      const { id, results: variants } = await written(
        aBrief({ fields: { topic: `Failing ${newId()} ${marker(behavior)}` } }),
      );
      expect(variants[0]).toMatchObject({ state: 'failed', text: '', usedTokens: 0 });
      expect(variants[0]!.reason).toMatch(/\w+ \w+/);
      expect((await getBalance(user.id, new Date())).available).toBe(25_000);

      fakeAi.script({ text: 'At last' });
      const again = await regenerateVariant(user.id, variants[0]!.id, { clientKey: newId() });
      await ended(again.id).catch(() => {});
      expect((await openBrief(user.id, id)).results).toMatchObject([
        { id: again.id, text: 'At last' },
      ]);
    },
  );

  test('whose stream breaks keeps its text so far, and can be continued', async () => {
    const { results: variants } = await written(
      aBrief({ fields: topic({ text: 'one two three four', breakAfter: 2 }) }),
    );
    const [variant] = variants;
    expect(variant).toMatchObject({ state: 'failed', text: 'one two' });
    expect(variant!.reason).not.toBeNull();
    fakeAi.script({ text: ' three four' });
    await continueVariant(user.id, variant!.id);
    await vi.waitFor(async () =>
      expect((await openVariant(user.id, variant!.id)).text).toBe('one two three four'),
    );
  });

  test('that the provider cuts off at its maximum length says so, is charged, and can be continued', async () => {
    const { results: variants } = await written(
      aBrief({ fields: topic({ text: 'one two', finishReason: 'length' }) }),
    );
    const [variant] = variants;
    expect(variant).toMatchObject({ state: 'failed', text: 'one two' });
    expect(variant!.reason).toBe('the text became too long and was cut off');
    expect(variant!.usedTokens).toBeGreaterThan(0);
    fakeAi.script({ text: ' three' });
    await continueVariant(user.id, variant!.id);
    await vi.waitFor(async () =>
      expect(await openVariant(user.id, variant!.id)).toMatchObject({
        state: 'done',
        text: 'one two three',
      }),
    );
  });

  test('of a process that died is interrupted, with its text so far', async () => {
    const hold = newId();
    const { results: variants } = await create(
      aBrief({ fields: topic({ text: 'one two three', holdAfter: 2, hold }) }),
    );
    const id = variants[0]!.id;
    await vi.waitFor(async () => expect((await openVariant(user.id, id)).text).toBe('one two'));
    await prisma.generation.update({ where: { id }, data: { processId: newId() } });
    await reap(0);
    expect(await openVariant(user.id, id)).toMatchObject({ state: 'interrupted', text: 'one two' });
    fakeAi.release(hold);
  });

  test('is shown without the preamble that a model adds, which stays in its stream', async () => {
    const text = 'Sure, here is your LinkedIn post:\n\nFresh bread at seven.';
    const { results: variants } = await written(aBrief({ fields: topic({ text }) }));
    expect(variants[0]!.text).toBe('Fresh bread at seven.');
    expect(await readProgress(user.id, variants[0]!.id)).toMatchObject({ text });
  });

  test('can be edited, and two tabs never overwrite each other', async () => {
    const { results: variants } = await written(aBrief({ fields: topic({ text: 'A text' }) }));
    const { id, version } = variants[0]!;
    const edited = await editVariant(user.id, id, { text: 'My text', version });
    expect(edited).toMatchObject({ text: 'My text', edited: true, version: version + 1 });
    // The response was lost, so the browser repeats the request.
    expect(await editVariant(user.id, id, { text: 'My text', version })).toEqual(edited);
    const stale = editVariant(user.id, id, { text: 'Another', version });
    await expect(stale).rejects.toMatchObject({ code: 'conflict' });
    const [saved] = await saveVariants(user.id, [{ id, title: 'Mine', folderId: null }]);
    expect((await requireContent(user.id, saved!.content.id)).content).toBe('My text');
    const later = await editVariant(user.id, id, { text: 'Later', version: version + 1 });
    expect(later.saved).toMatchObject({ current: false });
    const [again] = await saveVariants(user.id, [{ id, title: 'Mine', folderId: null }]);
    expect(again!.content.id).not.toBe(saved!.content.id);
  });

  test('keeps which findings are ignored in it, also where it is saved', async () => {
    const { results: variants } = await written(aBrief({ fields: topic({ text: 'A text' }) }));
    const { id } = variants[0]!;
    expect(await ignoreInVariant(user.id, id, { key: 'a:cheap', ignored: true })).toEqual([
      'a:cheap',
    ]);
    await ignoreInVariant(user.id, id, { key: 'b:', ignored: true });
    await ignoreInVariant(user.id, id, { key: 'b:', ignored: true });
    expect((await openVariant(user.id, id)).ignoredFindings).toEqual(['a:cheap', 'b:']);
    await ignoreInVariant(user.id, id, { key: 'b:', ignored: false });
    const stranger = await createUser();
    const theirs = ignoreInVariant(stranger.id, id, { key: 'c:', ignored: true });
    await expect(theirs).rejects.toMatchObject({ code: 'not-found' });
    const [saved] = await saveVariants(user.id, [{ id, title: 'Mine', folderId: null }]);
    const content = await requireContent(user.id, saved!.content.id);
    expect(content.ignoredFindings).toEqual(['a:cheap']);
    const duplicate = await duplicateContent(user.id, content.id);
    expect((await requireContent(user.id, duplicate.id)).ignoredFindings).toEqual(['a:cheap']);
  });

  test('that was edited continues from the edit', async () => {
    const { results: variants } = await written(
      aBrief({ fields: topic({ text: 'one two three', breakAfter: 2 }) }),
    );
    const { id, version } = variants[0]!;
    await editVariant(user.id, id, { text: 'My beginning', version });
    fakeAi.script({ text: ' and an end' });
    await continueVariant(user.id, id);
    await vi.waitFor(async () =>
      expect((await openVariant(user.id, id)).text).toBe('My beginning and an end'),
    );
  });

  test('can’t be edited, saved, continued, or regenerated while it is being written', async () => {
    const hold = newId();
    const { results: variants } = await create(
      aBrief({ fields: topic({ text: 'one two three', holdAfter: 1, hold }) }),
    );
    const id = variants[0]!.id;
    const busy = { code: 'conflict' };
    await expect(editVariant(user.id, id, { text: 'Mine', version: 1 })).rejects.toMatchObject(
      busy,
    );
    await expect(continueVariant(user.id, id)).rejects.toMatchObject(busy);
    await expect(regenerateVariant(user.id, id, { clientKey: newId() })).rejects.toMatchObject(
      busy,
    );
    const save = saveVariants(user.id, [{ id, title: 'Mine', folderId: null }]);
    await expect(save).rejects.toMatchObject(busy);
    await stopGeneration(user.id, id);
    fakeAi.release(hold);
  });

  test('is regenerated once for each key, and the earlier version can be chosen again', async () => {
    const { id, results: variants } = await written(
      aBrief({ fields: topic({ text: 'The first', times: 1 }) }),
    );
    const first = variants[0]!;
    const clientKey = newId();
    const [one, other] = await Promise.all([
      regenerateVariant(user.id, first.id, { clientKey }),
      regenerateVariant(user.id, first.id, { clientKey }),
    ]);
    expect(other.id).toBe(one.id);
    expect(one).toMatchObject({ position: 0, versions: [first.id, one.id] });
    await vi.waitFor(async () => expect((await openVariant(user.id, one.id)).state).toBe('done'));
    expect(fakeAi.requests.at(-1)!.body.messages.at(-1)!.content).toContain('> The first');
    expect((await openBrief(user.id, id)).results.map((variant) => variant.id)).toEqual([one.id]);

    expect((await chooseVariant(user.id, first.id)).text).toBe('The first');
    expect((await openBrief(user.id, id)).results.map((variant) => variant.id)).toEqual([first.id]);
    const stale = regenerateVariant(user.id, one.id, { clientKey: newId() });
    await expect(stale).rejects.toMatchObject({ code: 'conflict' });
  });

  test('can be joined by more, once for each key, up to five in all', async () => {
    const { id } = await written(aBrief({ variants: 4, fields: topic({ text: 'A text' }) }));
    const clientKey = newId();
    const formatId = 'linkedin-post';
    const [one, other] = await Promise.all([
      addVariant(user.id, id, { formatId, clientKey }),
      addVariant(user.id, id, { formatId, clientKey }),
    ]);
    expect(one.results.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4]);
    expect(other.results.map((variant) => variant.id)).toEqual(
      one.results.map((variant) => variant.id),
    );
    await expect(addVariant(user.id, id, { formatId, clientKey: newId() })).rejects.toMatchObject({
      code: 'invalid',
    });
    await expect(
      addVariant(user.id, id, { formatId: 'article', clientKey: newId() }),
    ).rejects.toMatchObject({ code: 'invalid' });
  });
});

describe('deleting', () => {
  test('a brief stops its variants and removes them after an hour', async () => {
    const hold = newId();
    const { id, results: variants } = await create(
      aBrief({ variants: 2, fields: topic({ text: 'one two three', holdAfter: 1, hold }) }),
    );
    await deleteBrief(user.id, id);
    await expect(openBrief(user.id, id)).rejects.toMatchObject({ code: 'not-found' });
    expect(await readProgress(user.id, variants[0]!.id)).toBeNull();
    const rows = await prisma.generation.findMany({
      where: { id: { in: variants.map((variant) => variant.id) } },
      select: { state: true },
    });
    expect(rows.map(({ state }) => state)).toEqual(['stopped', 'stopped']);
    fakeAi.release(hold);

    const count = () => prisma.piece.count({ where: { userId: user.id } });
    await purgeBriefs(new Date());
    expect(await count()).toBe(2);
    await purgeBriefs(new Date(Date.now() + 2 * 3_600_000));
    expect(await count()).toBe(0);
  });

  test('a brief leaves the contents that were saved from it', async () => {
    const { id, results: variants } = await written(aBrief({ variants: 1 }));
    await saveVariants(user.id, [{ id: variants[0]!.id, title: 'Mine', folderId: null }]);
    await deleteBrief(user.id, id);
    await purgeBriefs(new Date(Date.now() + 2 * 3_600_000));
    expect(await prisma.piece.count({ where: { userId: user.id } })).toBe(0);
    expect(await prisma.savedContent.count({ where: { userId: user.id } })).toBe(1);
  });

  test('a profile counts its briefs beforehand, and leaves them without a profile', async () => {
    const profile = await createProfile(user);
    const { id } = await written(aBrief({ profileId: profile.id }));
    expect((await openBrief(user.id, id)).profileName).toBe(profile.name);
    const deletion = await readDeletion(user.id, profile.id);
    expect(JSON.stringify(deletion)).toContain('1 brief');
    await deleteProfile(user.id, profile.id);
    expect(await openBrief(user.id, id)).toMatchObject({ profileId: null, profileName: null });
  });
});

describe('recent briefs', () => {
  test('come in pages, newest first and each once, and an invalid cursor is refused', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 45; index += 1) {
      const id = newId();
      await insertBrief(sql, { userId: user.id, id, clientKey: newId(), brief: aBrief() });
      ids.unshift(id);
    }
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof recentBriefs>> = await recentBriefs(user.id, cursor);
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.cursor;
    } while (cursor !== null);
    expect(seen).toEqual(ids);
    await expect(recentBriefs(user.id, 'nonsense')).rejects.toMatchObject({ code: 'invalid' });
  });

  test('are read by an index, even when there are many', async () => {
    await sql.query(
      `INSERT INTO briefs (id, user_id, client_key, kind, format_ids, variants, topic, audience, goal, tone, length,
                           language, keywords, call_to_action, created_at)
       SELECT gen_random_uuid(), $1::uuid, gen_random_uuid(), 'variants', '{article}', 1, 'A topic', '', '', '', 'short',
              '', '{}', '', now() - make_interval(secs => n)
         FROM generate_series(1, 20000) n`,
      [user.id],
    );
    await sql.query('ANALYZE briefs');
    const explained: { text: string; values: readonly unknown[] }[] = [];
    await listBriefs(
      {
        query: (text, values = []) => {
          explained.push({ text, values });
          return Promise.resolve([]);
        },
      },
      user.id,
      { date: Date.now() - 10_000_000, id: newId() },
      21,
    );
    const { text, values } = explained[0]!;
    const plan = await sql.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN ${text}`,
      values as (string | number | Date)[],
    );
    const lines = plan.map((row) => row['QUERY PLAN']).join('\n');
    expect(lines).toContain('briefs_listed');
    expect(lines).not.toMatch(/Seq Scan|Sort/);
  });
});
