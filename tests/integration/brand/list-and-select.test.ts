import { beforeEach, describe, expect, test } from 'vitest';

import { listProfiles, readGrounding, readProfileList } from '~/features/brand/index.server';
import { selectProfile } from '~/features/brand/profiles/profile-actions.server';
import { readSelection } from '~/features/brand/profiles/open-profile.server';
import { createProfile as create } from '~/features/brand/profiles/profile-actions.server';
import { prisma } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';

import { createComponent, createProfile } from '../../factories/profiles';
import { createUser } from '../../factories/users';

const GONE = { code: 'not-found' };

let user: { id: UserScope };
let stranger: { id: UserScope };
beforeEach(async () => {
  user = await createUser();
  stranger = await createUser();
});

describe('the list of profiles', () => {
  test('has only the user’s own, by name, each with its missing components', async () => {
    await createProfile(user, {
      name: 'tea shop',
      brandStory: await createComponent(user, 'brandStory'),
      campaignFramework: await createComponent(user, 'campaignFramework'),
    });
    await createProfile(user, {
      name: 'Bakery',
      brandStory: await createComponent(user, 'brandStory'),
      customerJourney: await createComponent(user, 'customerJourney'),
      solutionSuite: await createComponent(user, 'solutionSuite'),
      campaignFramework: await createComponent(user, 'campaignFramework'),
    });
    await createProfile(stranger, { name: 'Not theirs' });
    expect(await listProfiles(user.id)).toEqual([
      {
        id: expect.any(String),
        name: 'Bakery',
        complete: true,
        missing: [],
        look: null,
        version: 1,
      },
      {
        id: expect.any(String),
        name: 'tea shop',
        complete: false,
        missing: ['customerJourney', 'solutionSuite'],
        look: null,
        version: 1,
      },
    ]);
  });
});

describe('the selected profile', () => {
  test('is stored on the user, and can be unset', async () => {
    const { id } = await createProfile(user);
    await selectProfile(user.id, id);
    expect(await readProfileList(user.id)).toMatchObject({ selectedId: id, profiles: [{ id }] });
    await selectProfile(user.id, null);
    expect(await readSelection(user.id)).toBeNull();
  });

  test('is the first one that the user creates, until they select another', async () => {
    const first = await create(user.id, 'Tea shop');
    await create(user.id, 'Bakery');
    expect(await readSelection(user.id)).toBe(first);
  });

  test('must be one of the user’s own', async () => {
    const { id: foreign } = await createProfile(stranger);
    for (const id of [foreign, newId(), 'x', '']) {
      await expect(selectProfile(user.id, id)).rejects.toMatchObject(GONE);
    }
    expect(await readSelection(user.id)).toBeNull();
  });

  test('is none after it is deleted', async () => {
    const { id } = await createProfile(user);
    await selectProfile(user.id, id);
    await prisma.profile.delete({ where: { id, userId: user.id } });
    expect(await readSelection(user.id)).toBeNull();
  });
});

describe('the grounding', () => {
  test('has the texts of the profile’s components', async () => {
    const profile = await createProfile(user, {
      name: 'Bakery',
      brandStory: await createComponent(user, 'brandStory', { brandVoice: 'Warm.' }),
      solutionSuite: await createComponent(user, 'solutionSuite', { callToAction: 'Come by.' }),
    });
    const grounding = (await readGrounding(user.id, profile.id))(null);
    expect(grounding).toMatch(
      /> Bakery[^]*### Call to action\n> Come by\.[^]*### Brand voice\n> Warm\.$/,
    );
  });

  test('is null if the profile has no text, belongs to another user, or doesn’t exist', async () => {
    const empty = await createProfile(user, {
      brandStory: await createComponent(user, 'brandStory'),
    });
    const foreign = await createProfile(stranger, {
      brandStory: await createComponent(stranger, 'brandStory', { brandVoice: 'Secret.' }),
    });
    for (const id of [empty.id, foreign.id, newId(), 'x']) {
      expect((await readGrounding(user.id, id))(null)).toBeNull();
    }
  });
});

test('deleting an account deletes its profiles', async () => {
  const { id } = await createProfile(user, {
    brandStory: await createComponent(user, 'brandStory'),
  });
  await selectProfile(user.id, id);
  await prisma.user.delete({ where: { id: user.id } });
  expect(await prisma.profile.count({ where: { userId: user.id } })).toBe(0);
});
