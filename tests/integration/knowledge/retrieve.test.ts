import { beforeEach, describe, expect, test } from 'vitest';

import { retrieve } from '~/features/brand/knowledge/search/retrieve.server';
import { retrieveSources } from '~/features/brand/knowledge/citations/retrieve-sources.server';
import { prisma, sql } from '~/lib/db/index.server';
import type { UserScope } from '~/lib/scope';

import { createProfile } from '../../factories/profiles';
import { createSource } from '../../factories/sources';
import { createUser } from '../../factories/users';

let profile: { id: string; userId: UserScope };
beforeEach(async () => {
  profile = await createProfile(await createUser());
});

/** So much about other things that not all of it can be sent. */
const FILLER = Array.from(
  { length: 60 },
  (_, at) =>
    `## Chapter ${at}\n\n${`The river, the wind, and the number ${at} tell you nothing of this. `.repeat(14)}\n`,
).join('\n');

const found = async (question: string) => {
  const { chunks } = await retrieve(sql, profile.userId, profile.id, question);
  return chunks.map(({ content }) => content);
};

describe('few documents', () => {
  test('are sent whole, the same bytes for any question', async () => {
    await createSource(profile, '# Cakes\nApple pie costs 4.50.\n# Hours\nDaily from eight.');
    await createSource(profile, 'We deliver on Fridays.', { name: 'Delivery' });
    const one = await retrieveSources(profile.userId, profile.id, 'How much is the pie?');
    const other = await retrieveSources(profile.userId, profile.id, 'Anything else');
    expect(one?.isWhole).toBe(true);
    expect(one?.text).toBe(other?.text);
    expect(one?.text).toContain('### [3]\n> Delivery\n>\n> We deliver on Fridays.');
    expect(one?.cited.map(({ number, title, heading }) => [number, title, heading])).toEqual([
      [1, 'Price list', 'Cakes'],
      [2, 'Price list', 'Hours'],
      [3, 'Delivery', ''],
    ]);
  });

  test('are nothing for a profile without sources, another user, or a deleted source', async () => {
    const { id } = await createSource(profile, 'Apple pie costs 4.50.');
    const stranger = await createUser();
    expect(await retrieveSources(stranger.id, profile.id, 'apple pie')).toBeNull();
    const other = await createProfile({ id: profile.userId });
    expect(await retrieveSources(profile.userId, other.id, 'apple pie')).toBeNull();
    await prisma.source.update({ where: { id }, data: { deletedAt: new Date() } });
    expect(await retrieveSources(profile.userId, profile.id, 'apple pie')).toBeNull();
  });
});

describe('many documents', () => {
  beforeEach(async () => {
    await createSource(profile, FILLER, { name: 'Novel' });
  });

  test('are searched for the words of the question, in their forms', async () => {
    await createSource(profile, '# Catering\n\nWe deliver baked goods for weddings: 380 euros.');
    const [first] = await found('What would a wedding delivery cost?');
    expect(first).toContain('380 euros');
    expect(await found('the of and')).toEqual([]);
  });

  test('are searched in each of their languages', async () => {
    await createSource(
      profile,
      'Die Hochzeitstorten sind nicht im Laden, und wir liefern sie mit der Post. Das ist für Sie frei.',
    );
    const [first] = await found('Liefert ihr eine Hochzeitstorte?');
    expect(first).toContain('Hochzeitstorten');
  });

  test('are searched for similar words when a word is misspelled', async () => {
    await createSource(profile, 'Our sourdough starter Hermann is from 1987.');
    expect((await found('sourdoguh starterr'))[0]).toContain('1987');
    expect((await found('Hermannn'))[0]).toContain('1987');
  });

  test('count a heading more than the text', async () => {
    await createSource(profile, 'The vegan menu is on another page. It has prices.');
    await createSource(profile, '# Vegan menu\n\nLentil roll 5.90');
    expect((await found('vegan menu'))[0]).toContain('Lentil');
  });

  test('of another user are never found, and neither are those of another profile', async () => {
    const stranger = await createUser();
    const theirs = await createProfile(stranger);
    await createSource(theirs, `${FILLER}\n# Secret\nThe marzipan recipe costs 77.`);
    const other = await createProfile({ id: profile.userId });
    await createSource(other, `${FILLER}\n# Secret\nThe marzipan recipe costs 77.`);
    expect(await found('marzipan recipe')).toEqual([]);
    expect(await found('marzipann')).toEqual([]);
    const { chunks } = await retrieve(sql, stranger.id, profile.id, 'river wind');
    expect(chunks).toEqual([]);
    const { chunks: mine } = await retrieve(sql, profile.userId, theirs.id, 'marzipan');
    expect(mine).toEqual([]);
  });

  test('are sent up to a budget', async () => {
    const { chunks, isWhole } = await retrieve(
      sql,
      profile.userId,
      profile.id,
      'river wind number',
    );
    expect(isWhole).toBe(false);
    expect(chunks.length).toBeGreaterThan(3);
    expect(chunks.reduce((sum, { tokens }) => sum + tokens, 0)).toBeLessThanOrEqual(3_000);
  });

  test.each([
    ['signs of queries', `a'b \\ | & ! :* <-> (`],
    ['NUL', '\0'],
    ['half a character', '\ud83d'],
    ['nothing but emoji', '😀'.repeat(3_000)],
    ['nothing', ''],
  ])('are searched for %s without an error', async (_, question) => {
    await expect(found(question)).resolves.toBeInstanceOf(Array);
  });
});
