import { expect, test } from 'vitest';
import { z } from 'zod';

import { archivedTable, leftOut, moment } from '~/engine/user-data/index.server';
import { prisma } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';

import { createUser } from '../../factories/users';

const columns = {
  name: z.string(),
  text: z.string(),
  version: leftOut('a reason'),
  createdAt: moment,
  updatedAt: moment,
};

test('a declaration compiles only with every column of its table, and no other, in its type', () => {
  const { name, ...without } = columns;
  const section = 'prompts';
  // @ts-expect-error Every column must be archived or left out.
  archivedTable('prompt', { section, columns: without });
  // @ts-expect-error A name is no number.
  archivedTable('prompt', { section, columns: { ...without, name: z.number() } });
  // @ts-expect-error There is no such column.
  archivedTable('prompt', { section, columns: { ...without, name, nickname: z.string() } });
  expect(archivedTable('prompt', { section, columns }).name).toBe('prompts');
});

test.each([undefined, ['createdAt', 'id']] as const)(
  'rows are read page by page, each once, in the order of %s',
  async (order) => {
    const [user, other] = [await createUser(), await createUser()];
    const moments = ['2026-01-02', '2026-01-01', '2026-01-02', '2026-01-03', '2026-01-01'];
    const prompts = [user, other].flatMap(({ id: userId }) =>
      moments.map((day) => ({
        ...{ id: newId(), userId, name: day, text: 'Plan' },
        createdAt: new Date(day),
      })),
    );
    await prisma.prompt.createMany({ data: prompts });
    const declaration = { section: 'prompts', columns, order, atOnce: 2, keysAtOnce: 3 };
    const table = archivedTable('prompt', declaration);
    const read = [];
    for await (const row of table.rows(user.id, new AbortController().signal)) read.push(row);
    const mine = prompts.filter(({ userId }) => userId === user.id);
    const byDay = mine.toSorted((a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id));
    const expected = order ? byDay : mine;
    expect(read.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    const [{ id, name }] = expected as [(typeof expected)[0]];
    expect(z.encode(table.row, read[0]!)).toEqual({
      ...{ id, name, text: 'Plan', createdAt: `${name}T00:00:00.000Z` },
      updatedAt: read[0]!.updatedAt.toISOString(),
    });
  },
);
