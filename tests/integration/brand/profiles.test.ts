import { beforeEach, describe, expect, test } from 'vitest';

import { currentSequence } from '~/engine/events/index.server';
import {
  COMPONENT_KINDS,
  type ComponentKind,
  MAX_FIELD,
} from '~/features/brand/components/component';
import {
  chooseComponent,
  saveComponent,
} from '~/features/brand/components/component-actions.server';
import {
  listProfiles,
  openProfile,
  readBasics,
  readOwnGrounding,
  registerProfileUse,
} from '~/features/brand/index.server';
import { readDeletion } from '~/features/brand/profiles/delete-profile.server';
import { deleteProfile } from '~/features/brand/profiles/delete-profile.server';
import { MAX_PROFILES } from '~/features/brand/profiles/profile';
import {
  createProfile as create,
  duplicateProfile,
  renameProfile,
} from '~/features/brand/profiles/profile-actions.server';
import { prisma, sql } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';
import { singleton } from '~/lib/singleton.server';

import { createComponent, createProfile } from '../../factories/profiles';
import { createUser } from '../../factories/users';

const GONE = { code: 'not-found' };
const KIND = 'brandStory';

let user: { id: UserScope };
let stranger: { id: UserScope };
beforeEach(async () => {
  user = await createUser();
  stranger = await createUser();
});

/** A profile with all four components, each with a text of its own. */
async function fullProfile(name = 'Bakery', owner = user) {
  const ids = {
    brandStory: await createComponent(owner, 'brandStory', { whatYouDo: 'story' }),
    customerJourney: await createComponent(owner, 'customerJourney', { idealCustomer: 'journey' }),
    solutionSuite: await createComponent(owner, 'solutionSuite', { offering: 'suite' }),
    campaignFramework: await createComponent(owner, 'campaignFramework', { distribution: 'frame' }),
  };
  return { ...(await createProfile(owner, { name, ...ids })), ids };
}

const idsOf = async (profileId: string) => {
  const { components } = await openProfile(user.id, profileId);
  return Object.fromEntries(COMPONENT_KINDS.map((kind) => [kind, components[kind].id]));
};
const componentsOf = (owner: { id: UserScope }) =>
  Promise.all([
    prisma.brandStory.count({ where: { userId: owner.id } }),
    prisma.customerJourney.count({ where: { userId: owner.id } }),
    prisma.solutionSuite.count({ where: { userId: owner.id } }),
    prisma.campaignFramework.count({ where: { userId: owner.id } }),
  ]);

test('another user’s profile, or one that doesn’t exist, can’t be read or changed', async () => {
  const foreign = await fullProfile('Theirs', stranger);
  const own = await fullProfile();
  for (const id of [foreign.id, newId(), 'x', '', undefined]) {
    const attempts: (() => Promise<unknown>)[] = [
      () => openProfile(user.id, id),
      () => readDeletion(user.id, id),
      () => readOwnGrounding(user.id, id),
      () => renameProfile(user.id, id, { name: 'Mine', version: 1 }),
      () => duplicateProfile(user.id, id, 'copy'),
      () => deleteProfile(user.id, id),
      () => chooseComponent(user.id, id, 1, { kind: KIND, choice: 'none' }),
      () => saveComponent(user.id, id, KIND, { componentId: null, version: 0, values: {} }),
      () =>
        saveComponent(user.id, id, KIND, {
          componentId: foreign.ids.brandStory,
          version: 1,
          values: { whatYouDo: 'Mine' },
        }),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject(GONE);
  }
  // Not through the user's own profile either.
  await expect(
    chooseComponent(user.id, own.id, 1, { kind: KIND, choice: { use: foreign.ids.brandStory } }),
  ).rejects.toMatchObject(GONE);
  const save = { componentId: foreign.ids.brandStory, version: 1, values: { whatYouDo: 'Mine' } };
  expect((await saveComponent(user.id, own.id, KIND, save)).saved).toBe(false);

  const { name, components } = await openProfile(stranger.id, foreign.id);
  expect([name, components.brandStory.values.whatYouDo]).toEqual(['Theirs', 'story']);
  expect(await listProfiles(user.id)).toHaveLength(1);
});

describe('the name of a profile', () => {
  test('is put on one line, and refused if it is empty or too long', async () => {
    const id = await create(user.id, '  Rye\n &  Shine\0 ');
    expect((await openProfile(user.id, id)).name).toBe('Rye & Shine');
    for (const name of ['', ' \n ', 'x'.repeat(101)]) {
      await expect(create(user.id, name)).rejects.toMatchObject({ code: 'invalid' });
      await expect(renameProfile(user.id, id, { name, version: 1 })).rejects.toMatchObject({
        code: 'invalid',
      });
    }
  });

  test('is not overwritten by a tab that hasn’t seen the latest one', async () => {
    const id = await create(user.id, 'Bakery');
    await renameProfile(user.id, id, { name: 'First', version: 1 });
    await expect(renameProfile(user.id, id, { name: 'Second', version: 1 })).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await openProfile(user.id, id)).toMatchObject({ name: 'First', version: 2 });
  });
});

test('a user can have no more profiles than the list shows', async () => {
  await prisma.profile.createMany({
    data: Array.from({ length: MAX_PROFILES }, () => ({
      id: newId(),
      userId: user.id,
      name: 'Bakery',
    })),
  });
  const [first] = await listProfiles(user.id);
  await expect(create(user.id, 'More')).rejects.toMatchObject({ code: 'conflict' });
  await expect(duplicateProfile(user.id, first?.id, 'copy')).rejects.toMatchObject({
    code: 'conflict',
  });
});

describe('saving a component', () => {
  const save = (id: string, componentId: string | null, version: number, values: object) =>
    saveComponent(user.id, id, KIND, { componentId, version, values });

  test('creates it with its first text, named after the profile', async () => {
    const id = await create(user.id, 'Bakery');
    const { saved, component } = await save(id, null, 0, { whatYouDo: 'We bake.\r\nDaily.\0' });
    expect(saved).toBe(true);
    expect(component).toMatchObject({
      version: 1,
      values: { name: 'Bakery', whatYouDo: 'We bake.\nDaily.', brandVoice: '' },
      sharedWith: [],
    });
    expect((await listProfiles(user.id))[0]?.missing).not.toContain(KIND);
    // It doesn't count as a change of the profile, so a rename in another tab doesn't conflict with it.
    expect((await openProfile(user.id, id)).version).toBe(1);
  });

  test('creates only one when two tabs save a first text at once, and shows it to the later tab', async () => {
    const id = await create(user.id, 'Bakery');
    const outcomes = await Promise.all([
      save(id, null, 0, { whatYouDo: 'One' }),
      save(id, null, 0, { whatYouDo: 'Other' }),
    ]);
    expect(outcomes.map(({ saved }) => saved).sort()).toEqual([false, true]);
    const [one, other] = outcomes;
    expect(one?.component).toEqual(other?.component);
    expect(await prisma.brandStory.count({ where: { userId: user.id } })).toBe(1);
  });

  test('writes nothing if another tab has saved since, and returns what that tab saved', async () => {
    const { id, ids } = await fullProfile();
    await save(id, ids.brandStory, 1, { whatYouDo: 'Theirs' });
    const outcome = await save(id, ids.brandStory, 1, { whatYouDo: 'Mine', brandVoice: 'Dry' });
    expect(outcome.saved).toBe(false);
    expect(outcome.component).toMatchObject({
      version: 2,
      values: { whatYouDo: 'Theirs', brandVoice: '' },
    });
  });

  test('succeeds only once when several tabs save from the same version at once', async () => {
    const { id, ids } = await fullProfile();
    const outcomes = await Promise.all(
      ['a', 'b', 'c', 'd'].map((text) => save(id, ids.brandStory, 1, { whatYouDo: text })),
    );
    expect(outcomes.filter(({ saved }) => saved)).toHaveLength(1);
    expect((await openProfile(user.id, id)).components.brandStory.version).toBe(2);
  });

  test('writes nothing if the profile no longer uses it', async () => {
    const { id, ids } = await fullProfile();
    const other = await createProfile(user, { name: 'Tea shop', brandStory: ids.brandStory });
    await chooseComponent(user.id, id, 1, { kind: KIND, choice: 'none' });
    const outcome = await save(id, ids.brandStory, 1, { whatYouDo: 'Late' });
    expect(outcome).toMatchObject({ saved: false, component: { id: null, version: 0 } });
    expect((await openProfile(user.id, other.id)).components.brandStory.values.whatYouDo).toBe(
      'story',
    );
  });

  test('accepts a text of the maximum length, and names the field of a longer one', async () => {
    const { id, ids } = await fullProfile();
    const max = '😀'.repeat(MAX_FIELD);
    expect((await save(id, ids.brandStory, 1, { brandVoice: max })).saved).toBe(true);
    await expect(save(id, ids.brandStory, 2, { brandVoice: `${max}x` })).rejects.toMatchObject({
      code: 'invalid',
      userMessage: '“Brand voice” is too long to save. Use up to 20,000 characters.',
    });
  });
});

test('the basics of profiles are those of their components, and only the owner’s', async () => {
  const story = await createComponent(user, 'brandStory', { brandVoice: 'Warm' });
  const journey = await createComponent(user, 'customerJourney', { idealCustomer: 'Families' });
  const full = await createProfile(user, { brandStory: story, customerJourney: journey });
  const empty = await createProfile(user, { name: 'Tea shop' });
  await fullProfile('Another', stranger);
  expect(Object.fromEntries(await readBasics(user.id))).toEqual({
    [full.id]: { idealCustomer: 'Families', callToAction: '', brandVoice: 'Warm' },
    [empty.id]: { idealCustomer: '', callToAction: '', brandVoice: '' },
  });
});

describe('a component that several profiles share', () => {
  test('names the other profiles, and changes for all of them', async () => {
    const bakery = await fullProfile('Bakery');
    const shop = await createProfile(user, { name: 'Tea shop' });
    await chooseComponent(user.id, shop.id, 1, {
      kind: KIND,
      choice: { use: bakery.ids.brandStory },
    });
    const opened = await openProfile(user.id, shop.id);
    expect(opened.components.brandStory).toMatchObject({
      id: bakery.ids.brandStory,
      sharedWith: [{ id: bakery.id, name: 'Bakery' }],
    });
    await saveComponent(user.id, shop.id, KIND, {
      componentId: bakery.ids.brandStory,
      version: 1,
      values: { whatYouDo: 'Both' },
    });
    expect((await openProfile(user.id, bakery.id)).components.brandStory.values.whatYouDo).toBe(
      'Both',
    );
  });

  test('can be replaced by the profile’s own copy', async () => {
    const bakery = await fullProfile('Bakery');
    const shop = await createProfile(user, { name: 'Tea shop', brandStory: bakery.ids.brandStory });
    await chooseComponent(user.id, shop.id, 1, { kind: KIND, choice: 'own-copy' });
    const { components, options } = await openProfile(user.id, shop.id);
    expect(components.brandStory).toMatchObject({
      version: 1,
      values: { whatYouDo: 'story' },
      sharedWith: [],
    });
    expect(components.brandStory.id).not.toBe(bakery.ids.brandStory);
    expect(options.brandStory).toEqual([
      { id: bakery.ids.brandStory, name: 'A component', usedBy: ['Bakery'] },
    ]);
  });

  test('can’t be replaced by a tab that hasn’t seen the latest choice', async () => {
    const bakery = await fullProfile('Bakery');
    const shop = await createProfile(user, { name: 'Tea shop' });
    const choice = { kind: KIND, choice: { use: bakery.ids.brandStory } } as const;
    await chooseComponent(user.id, shop.id, 1, choice);
    await expect(
      chooseComponent(user.id, shop.id, 1, { kind: KIND, choice: 'none' }),
    ).rejects.toMatchObject({ code: 'conflict' });
    expect((await idsOf(shop.id)).brandStory).toBe(bakery.ids.brandStory);
  });

  test('is removed when the last profile stops using it', async () => {
    const bakery = await fullProfile('Bakery');
    const shop = await createProfile(user, { name: 'Tea shop', brandStory: bakery.ids.brandStory });
    await chooseComponent(user.id, bakery.id, 1, { kind: KIND, choice: 'none' });
    expect(await prisma.brandStory.count({ where: { userId: user.id } })).toBe(1);
    await chooseComponent(user.id, shop.id, 1, { kind: KIND, choice: 'none' });
    expect(await prisma.brandStory.count({ where: { userId: user.id } })).toBe(0);
  });

  test('is not lost when it is chosen while the only other profile with it is deleted', async () => {
    const bakery = await fullProfile('Bakery');
    const shop = await createProfile(user, { name: 'Tea shop' });
    const choice = { kind: KIND, choice: { use: bakery.ids.brandStory } } as const;
    const [chosen] = await Promise.allSettled([
      chooseComponent(user.id, shop.id, 1, choice),
      deleteProfile(user.id, bakery.id),
    ]);
    const { brandStory } = await idsOf(shop.id);
    // The later of the two saw what the first had done.
    expect(brandStory).toBe(chosen.status === 'fulfilled' ? bakery.ids.brandStory : null);
  });
});

describe('a duplicate of a profile', () => {
  test('has components of its own, with the same texts', async () => {
    const bakery = await fullProfile('Bakery');
    const id = await duplicateProfile(user.id, bakery.id, 'copy');
    const copy = await openProfile(user.id, id);
    expect(copy.name).toBe('Bakery (copy)');
    for (const kind of COMPONENT_KINDS) {
      expect(copy.components[kind]).toMatchObject({ version: 1, sharedWith: [] });
      expect(copy.components[kind].id).not.toBe(bakery.ids[kind]);
    }
    const before = (await openProfile(user.id, bakery.id)).components;
    expect(COMPONENT_KINDS.map((kind) => copy.components[kind].values)).toEqual(
      COMPONENT_KINDS.map((kind) => before[kind].values),
    );
  });

  test('shares the components if that was requested', async () => {
    const bakery = await fullProfile('Bakery');
    const id = await duplicateProfile(user.id, bakery.id, 'share');
    expect(await idsOf(id)).toEqual(bakery.ids);
    expect(await componentsOf(user)).toEqual([1, 1, 1, 1]);
  });

  test('lacks the same components as the original', async () => {
    const { id } = await createProfile(user, {
      solutionSuite: await createComponent(user, 'solutionSuite'),
    });
    await duplicateProfile(user.id, id, 'copy');
    const [one, other] = await listProfiles(user.id);
    expect(one?.missing).toEqual(other?.missing);
  });
});

describe('deleting a profile', () => {
  test('removes the components that nothing else uses, and lists them beforehand', async () => {
    const bakery = await fullProfile('Bakery');
    const shop = await createProfile(user, {
      name: 'Tea shop',
      solutionSuite: bakery.ids.solutionSuite,
    });
    const names = (kinds: { kind: ComponentKind }[]) => kinds.map(({ kind }) => kind);
    const { uses, removed, kept } = await readDeletion(user.id, bakery.id);
    expect(uses).toEqual([]);
    expect(names(removed)).toEqual(['brandStory', 'customerJourney', 'campaignFramework']);
    expect(kept).toEqual([{ kind: 'solutionSuite', name: 'A component', usedBy: ['Tea shop'] }]);

    await deleteProfile(user.id, bakery.id);
    expect(await componentsOf(user)).toEqual([0, 0, 1, 0]);
    expect((await idsOf(shop.id)).solutionSuite).toBe(bakery.ids.solutionSuite);
    expect((await listProfiles(user.id)).map(({ name }) => name)).toEqual(['Tea shop']);
  });

  test('lists beforehand what uses the profile', async () => {
    const { id } = await createProfile(user);
    const counts: Record<string, number> = { mural: 1, leaflet: 1_200, poster: 0 };
    for (const noun of Object.keys(counts)) {
      registerProfileUse(noun, (userId, profileId) =>
        Promise.resolve(userId === user.id && profileId === id ? (counts[noun] ?? 0) : -1),
      );
    }
    try {
      expect((await readDeletion(user.id, id)).uses).toEqual(['1 mural', '1,200 leaflets']);
    } finally {
      const known = singleton('profile-uses', () => new Map<string, unknown>());
      for (const noun of Object.keys(counts)) known.delete(noun);
    }
  });
});

test('every change publishes one event to the other tabs', async () => {
  const seq = () => currentSequence(sql, user.id);
  const id = await create(user.id, 'Bakery');
  expect(await seq()).toBe(1);
  const { component } = await saveComponent(user.id, id, KIND, {
    componentId: null,
    version: 0,
    values: { whatYouDo: 'We bake.' },
  });
  expect(await seq()).toBe(2);
  const late = { componentId: component.id, version: 0, values: { whatYouDo: 'Late' } };
  await saveComponent(user.id, id, KIND, late);
  expect(await seq()).toBe(2);
  await renameProfile(user.id, id, { name: 'Bakers', version: 1 });
  await deleteProfile(user.id, id);
  expect(await seq()).toBe(4);
});
