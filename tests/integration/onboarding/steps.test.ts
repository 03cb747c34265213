import { randomUUID } from 'node:crypto';

import { beforeEach, describe, expect, test, vi } from 'vitest';

import { fakeAi } from '../setup/fake-ai.ts';
import { fakeImages } from '../setup/fake-images.ts';

const { createConversation } = await import('../../factories/conversations.ts');
const { createComponent, createProfile } = await import('../../factories/profiles.ts');
const { createContent } = await import('../../factories/saved-content.ts');
const { createUser } = await import('../../factories/users.ts');
const { setMetering } = await import('../billing/accounts.ts');
const { marker } = await import('../../fakes/openai.ts');
const { createAccount } = await import('~/features/accounts/index.server');
const { deleteBrief } = await import('~/features/copywriting/wizard/briefs/brief-actions.server');
const { openProfile, readProposal } = await import('~/features/brand/index.server');
const { deleteProfile } = await import('~/features/brand/profiles/delete-profile.server');
const { cancelJob } = await import('~/features/media/jobs/job-actions.server');
const { dismissChecklist, readChecklist } =
  await import('~/features/onboarding/checklist/read-checklist.server');
const { insertOnboarding } = await import('~/features/onboarding/onboarding-data.server');
const { readBrandToMeet, readBusiness, readFirstPosts, readSteps } =
  await import('~/features/onboarding/steps/read-steps.server');
const { textsOf } = await import('~/features/onboarding/onboarding');
const { saveBrand } = await import('~/features/onboarding/steps/save-brand.server');
const { startBusiness } = await import('~/features/onboarding/steps/start-business.server');
const { startPosts } = await import('~/features/onboarding/steps/start-posts.server');
const { prisma, sql, transaction } = await import('~/lib/db/index.server');

type User = Awaited<ReturnType<typeof createUser>>;
let user: User;

beforeEach(async () => {
  fakeAi.reset();
  fakeImages.reset();
  setMetering('off');
  user = await newcomer();
});

async function newcomer(overrides: Parameters<typeof createUser>[0] = {}): Promise<User> {
  const created = await createUser(overrides);
  await transaction((tx) => insertOnboarding(tx, created.id));
  return created;
}

const DRAFT = '## brandStory.whatYouDo\n\nWe bake rye bread.\n\n## brandStory.brandVoice\n\nDry.';
const ABOUT = `We bake. ${marker({ text: DRAFT })}`;

const begin = (about = ABOUT, name = 'Rye & Shine', clientKey = randomUUID()) =>
  startBusiness(user.id, { name, about, clientKey });

async function steps() {
  const found = await readSteps(user.id);
  if (found === null) throw new Error('the steps are over');
  return found;
}

async function drafted() {
  const { profile } = await steps();
  return vi.waitFor(async () => {
    const draft = await readProposal(user.id, profile!.id);
    expect(draft?.state).toBe('done');
    return draft!;
  });
}

/** Through the first two steps. */
async function accepted(): Promise<void> {
  await begin();
  const { id } = await drafted();
  await saveBrand(user.id, {
    draftId: id,
    texts: { whatYouDo: 'We bake rye bread.', brandVoice: 'Dry and warm.' },
  });
}

const textsRequested = () =>
  fakeAi.requests.map(({ body }) => JSON.stringify(body.messages)).filter((text) => text);

/** What the profile of the steps says. */
async function savedTexts() {
  return textsOf(await openProfile(user.id, (await steps()).profile!.id));
}

describe('the first step', () => {
  test('creates a profile, selects it, and drafts it', async () => {
    await begin();
    const { profile } = await steps();
    expect(profile).toMatchObject({ name: 'Rye & Shine' });
    expect(await prisma.user.findUnique({ where: { id: user.id } })).toMatchObject({
      selectedProfileId: profile!.id,
    });
    expect((await drafted()).text).toBe(DRAFT);
    expect(await readBusiness(user.id, await steps())).toEqual({
      name: 'Rye & Shine',
      about: ABOUT,
    });
  });

  test('done again with the same text renames the profile, and drafts nothing again', async () => {
    await begin();
    await drafted();
    await begin(ABOUT, 'Rye and Shine');
    expect((await steps()).profile).toMatchObject({ name: 'Rye and Shine' });
    expect(await prisma.profile.count({ where: { userId: user.id } })).toBe(1);
    expect(await prisma.profileDraft.count({ where: { userId: user.id } })).toBe(1);
    await begin(`${ABOUT} And cakes.`);
    expect(await prisma.profileDraft.count({ where: { userId: user.id } })).toBe(2);
  });

  test('creates nothing without a name or a text', async () => {
    await expect(begin(ABOUT, '  ')).rejects.toMatchObject({ code: 'invalid' });
    await expect(begin('  ')).rejects.toMatchObject({ code: 'invalid' });
    expect(await prisma.profile.count({ where: { userId: user.id } })).toBe(0);
  });

  test('says that trial tokens wait for a confirmed email, and lets people go on by hand', async () => {
    setMetering('billing');
    await expect(begin()).rejects.toMatchObject({
      code: 'out-of-tokens',
      userMessage: expect.stringMatching(/confirm your email/i) as string,
    });
    const { profile } = await steps();
    const met = await readBrandToMeet(user.id, profile!.id, await steps());
    expect(met).toMatchObject({ draft: null, hasPosts: false });
    await saveBrand(user.id, { draftId: null, texts: { brandVoice: 'Dry.' } });
    expect(await savedTexts()).toMatchObject({ brandVoice: 'Dry.' });
    await expect(startPosts(user.id, { clientKey: randomUUID() })).rejects.toMatchObject({
      code: 'out-of-tokens',
    });
  });

  test('is over for people who have a brand from elsewhere', async () => {
    await createProfile(user);
    expect(await readSteps(user.id)).toBeNull();
    await expect(begin()).rejects.toMatchObject({ code: 'conflict' });
  });

  test('begins again after its profile was deleted', async () => {
    await begin();
    await deleteProfile(user.id, (await steps()).profile!.id);
    expect(await steps()).toEqual({
      profile: null,
      draftId: null,
      briefId: null,
      imageJobId: null,
    });
  });
});

describe('the second step', () => {
  test('saves the card as a whole, and shows only newer drafts from then on', async () => {
    await accepted();
    const { profile } = await steps();
    const met = await readBrandToMeet(user.id, profile!.id, await steps());
    expect(met.draft).toBeNull();
    expect(textsOf(met.profile)).toMatchObject({
      whatYouDo: 'We bake rye bread.',
      brandVoice: 'Dry and warm.',
    });
    await begin(`${ABOUT} And cakes.`);
    const { id } = await drafted();
    expect((await readBrandToMeet(user.id, profile!.id, await steps())).draft?.id).toBe(id);
  });

  test('leaves a text alone that the card has empty', async () => {
    await accepted();
    await saveBrand(user.id, { draftId: null, texts: { brandVoice: ' ', offering: 'Bread.' } });
    expect(await savedTexts()).toMatchObject({
      brandVoice: 'Dry and warm.',
      offering: 'Bread.',
    });
  });

  test('saves nothing into another user’s profile', async () => {
    await accepted();
    const stranger = await newcomer();
    await expect(
      saveBrand(stranger.id, { draftId: null, texts: { brandVoice: 'Loud.' } }),
    ).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('the third step', () => {
  test('starts three posts and an image, all told about the brand, and only once', async () => {
    await accepted();
    fakeAi.requests.length = 0;
    const clientKey = randomUUID();
    expect(await startPosts(user.id, { clientKey })).toEqual({ image: null });
    await startPosts(user.id, { clientKey: randomUUID() });
    const { brief, job, makesImages } = await readFirstPosts(user.id, await steps());
    expect(makesImages).toBe(true);
    expect(brief?.results.map(({ formatId }) => formatId)).toEqual([
      'linkedin-post',
      'x-post',
      'instagram-caption',
    ]);
    expect(brief?.fields.topic).toBe('Rye & Shine: We bake rye bread.');
    await vi.waitFor(() => expect(textsRequested()).toHaveLength(3));
    for (const text of textsRequested()) expect(text).toContain('Dry and warm.');
    expect(job).toMatchObject({ kind: 'image', request: { count: 1 } });
    const { request } = (await prisma.mediaJob.findFirst({ where: { userId: user.id } }))!;
    expect(JSON.stringify(request)).toContain('Voice and mood: Dry and warm.');
    expect(await prisma.brief.count({ where: { userId: user.id } })).toBe(1);
    expect(await prisma.mediaJob.count({ where: { userId: user.id } })).toBe(1);
  });

  test('starts again what was deleted or canceled in the meantime', async () => {
    await accepted();
    await startPosts(user.id, { clientKey: randomUUID() });
    const first = await steps();
    await deleteBrief(user.id, first.briefId!);
    await cancelJob(user.id, first.imageJobId!);
    expect((await readFirstPosts(user.id, first)).brief).toBeNull();
    await startPosts(user.id, { clientKey: randomUUID() });
    const second = await steps();
    expect(second.briefId).not.toBe(first.briefId);
    expect(second.imageJobId).not.toBe(first.imageJobId);
  });

  test('writes the posts even if there are no tokens for the image', async () => {
    await accepted();
    setMetering('allowance');
    await sql.query(
      `UPDATE billing_accounts SET trial_token = 0, token_balance = 3900 WHERE user_id = $1::uuid`,
      [user.id],
    );
    const { image } = await startPosts(user.id, { clientKey: randomUUID() });
    expect(image).toMatchObject({ tokens: true });
    expect((await readFirstPosts(user.id, await steps())).brief?.results).toHaveLength(3);
    expect((await steps()).imageJobId).toBeNull();
  });
});

describe('the checklist', () => {
  const doneOf = async (emailVerified = false) =>
    (await readChecklist(user.id, { emailVerified }))
      ?.filter(({ done }) => done)
      .map(({ id }) => id);

  test('belongs to every account that is created', async () => {
    const { userId } = await createAccount({
      email: 'ada@example.com',
      password: 'correct horse battery',
      firstName: 'Ada',
      lastName: 'Byron',
    });
    expect(await readChecklist(userId, { emailVerified: false })).toHaveLength(4);
  });

  test('follows what the person has, and leads to what is missing', async () => {
    expect(await doneOf()).toEqual([]);
    await createConversation(user, { title: '[ChatGPT] Imported' });
    expect(await doneOf()).toEqual([]);
    await createConversation(user);
    await createContent(user);
    await createProfile(user);
    expect(await doneOf()).toEqual(['chat', 'text']);
    const brandStory = await createComponent(user, 'brandStory', { whatYouDo: 'We bake.' });
    await createProfile(user, { brandStory });
    expect(await doneOf()).toEqual(['brand', 'chat', 'text']);
  });

  test('leads back to the step where the person left', async () => {
    const place = async () =>
      (await readChecklist(user.id, { emailVerified: false }))?.find(({ id }) => id === 'brand')
        ?.to;
    expect(await place()).toBe('/welcome');
    await begin();
    expect(await place()).toBe('/welcome/brand');
    await accepted();
    expect(await place()).toBe('/profiles');
  });

  test('is gone once dismissed, and for accounts from before it', async () => {
    await dismissChecklist(user.id);
    expect(await readChecklist(user.id, { emailVerified: false })).toBeNull();
    const old = await createUser();
    expect(await readChecklist(old.id, { emailVerified: false })).toBeNull();
  });
});
