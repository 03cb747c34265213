import { beforeEach, describe, expect, test } from 'vitest';

import { sql, transaction, type Sql } from '~/lib/db/index.server';

const words = async () =>
  (await sql.query<{ word: string }>('SELECT word FROM said ORDER BY number')).map(
    ({ word }) => word,
  );

const say = (db: Sql, word: string) => db.query('INSERT INTO said (word) VALUES ($1)', [word]);

beforeEach(async () => {
  await sql.query('DROP TABLE IF EXISTS said');
  await sql.query('CREATE TABLE said (number int GENERATED ALWAYS AS IDENTITY, word text UNIQUE)');
});

describe('a transaction', () => {
  test('is begun before its first statement, though both go out together', async () => {
    const after = transaction(async (tx) => {
      await say(tx, 'first');
      expect(await words()).toEqual([]);
      throw new Error('thought better of it');
    });
    await expect(after).rejects.toThrow('thought better of it');
    expect(await words()).toEqual([]);
  });

  test('runs what was begun together in its order', async () => {
    const given = Array.from({ length: 50 }, (_, at) => `word ${at}`);
    await transaction((tx) => Promise.all(given.map((word) => say(tx, word))));
    expect(await words()).toEqual(given);
  });

  test('runs nothing behind a statement that fails, and tells of that one', async () => {
    await say(sql, 'taken');
    const after = transaction((tx) =>
      Promise.all([say(tx, 'before'), say(tx, 'taken'), say(tx, 'behind')]),
    );
    await expect(after).rejects.toMatchObject({ code: '23505' });
    expect(await words()).toEqual(['taken']);
  });

  test('takes no statement of a part that goes on when another has given up', async () => {
    const late = Promise.withResolvers<void>();
    let going: Promise<unknown> = Promise.resolve();
    const after = transaction((tx) => {
      going = late.promise.then(() => say(tx, 'late'));
      return Promise.all([going, Promise.reject(new Error('given up'))]);
    });
    await expect(after).rejects.toThrow('given up');
    late.resolve();
    await expect(going).rejects.toThrow('after the end');
    expect(await words()).toEqual([]);
  });

  test('leaves its connection as it found it', async () => {
    for (let turn = 0; turn < 40; turn += 1) {
      await Promise.allSettled(
        Array.from({ length: 25 }, (_, at) =>
          transaction(async (tx) => {
            await Promise.all([say(tx, `${turn} ${at}`), say(tx, `again ${turn} ${at % 20}`)]);
          }),
        ),
      );
    }
    // Of each turn's 25, five said what another had said.
    expect(await words()).toHaveLength(40 * 20 * 2);
  });
});
