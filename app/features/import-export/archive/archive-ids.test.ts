import { v4, v7 } from 'uuid';
import { expect, test } from 'vitest';

import { isId } from '~/lib/ids.server';

import { archiveIdOf, archiveIdsOf } from './archive-ids.server';

const SHAPE = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('is always the same, and another for every user, section and id', () => {
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

test('keeps the order of the ids that they are made of', () => {
  const user = v7();
  const made = Array.from({ length: 20 }, (_, index) => v7({ msecs: 1_700_000_000_000 + index }));
  const given = made.map((id) => archiveIdOf(user, 'loras', id));
  expect(given.toSorted()).toEqual(given);
  expect(given[3]!.slice(0, 13)).toBe(made[3]!.slice(0, 13));
});

test('may be found by its own id too, where that is one', () => {
  const [user, id] = [v7(), v7()];
  expect(archiveIdsOf(user, 'prompts', id)).toEqual([id, archiveIdOf(user, 'prompts', id)]);
  expect(archiveIdsOf(user, 'prompts', null)).toEqual([]);
  expect(archiveIdsOf(user, 'prompts', "' OR true")).toEqual([]);
  expect(isId(archiveIdOf(user, 'prompts', "' OR true"))).toBe(true);
});
