import { expect, test } from 'vitest';

import { createProfile } from '../../factories/profiles.ts';
import { createContent } from '../../factories/saved-content.ts';
import { createUser } from '../../factories/users.ts';

const { findOthers } = await import('~/features/site/palette/find-others.server');

test('a search finds the person’s own brands and content, and articles, and nothing of others', async () => {
  const [user, stranger] = [await createUser(), await createUser()];
  for (const person of [user, stranger]) {
    await createProfile(person, { name: 'Ärger & Sons' });
    await createContent(person, { title: 'Ärger 100%_off', category: 'social' });
  }
  const found = await findOthers(user.id, ' ärger ');
  expect(found.brands.map(({ title }) => title)).toEqual(['Ärger & Sons']);
  expect(found.contents.map(({ title }) => title)).toEqual(['Ärger 100%_off']);
  expect(found.contents[0]?.path).toMatch(/^\/copy-wizard\/saved\/social\//);
  // A percent sign is itself, not a wildcard.
  expect((await findOthers(user.id, '0%_o')).contents).toHaveLength(1);
  expect((await findOthers(user.id, 'g%o')).contents).toEqual([]);
  expect((await findOthers(user.id, 'two-factor')).articles.map(({ path }) => path)).toContain(
    '/help/two-factor',
  );
});

test.each(['', ' \0 ', '“”', 'x'.repeat(100_000), '\ud800'])(
  'a search for %j finds nothing',
  async (typed) => {
    const { id } = await createUser();
    const { brands, contents, media, articles } = await findOthers(id, typed);
    expect([brands, contents, media, articles]).toEqual([[], [], [], []]);
  },
);
