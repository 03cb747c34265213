import { v4, v7 } from 'uuid';
import { expect, test } from 'vitest';

import { isId } from '~/lib/ids.server';

import { archiveIdOf, archiveIdsOf } from './archive-ids.server';

const SHAPE = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('the id is the same for the same user, section, and id, and differs otherwise', () => {
  const [user, other, id] = [v7(), v7(), v7()];
  const ids = [
    archiveIdOf(user, 'prompts', id),
    archiveIdOf(other, 'prompts', id),
    archiveIdOf(user, 'profiles', id),
    archiveIdOf(user, 'prompts', v7()),
    archiveIdOf(user, 'prompts', v4()),
    archiveIdOf(user, 'prompts', 'no id at all'),
  ];
  expect(new Set(ids).size).toBe(ids.length);
  for (const one of ids) expect(one).toMatch(SHAPE);
  expect(archiveIdOf(user, 'prompts', id)).toBe(ids[0]);
  expect(archiveIdOf(user, 'prompts', id.toUpperCase())).toBe(ids[0]);
  expect(ids).not.toContain(id);
});

test('ids keep the order of the ids that they are derived from', () => {
  const user = v7();
  const originals = Array.from({ length: 20 }, (_, index) =>
    v7({ msecs: 1_700_000_000_000 + index }),
  );
  const derived = originals.map((id) => archiveIdOf(user, 'loras', id));
  expect(derived.toSorted()).toEqual(derived);
  expect(derived[3]!.slice(0, 13)).toBe(originals[3]!.slice(0, 13));
});

test('a row is also looked up by its own id, if that is a valid one', () => {
  const [user, id] = [v7(), v7()];
  expect(archiveIdsOf(user, 'prompts', id)).toEqual([id, archiveIdOf(user, 'prompts', id)]);
  expect(archiveIdsOf(user, 'prompts', null)).toEqual([]);
  expect(archiveIdsOf(user, 'prompts', "' OR true")).toEqual([]);
  expect(isId(archiveIdOf(user, 'prompts', "' OR true"))).toBe(true);
});
