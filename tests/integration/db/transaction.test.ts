import { beforeEach, describe, expect, test } from 'vitest';

import { publish } from '~/engine/events/index.server';
import {
  afterCommit,
  isUniqueViolation,
  prismaTransaction,
  sql,
  transaction,
  type Sql,
} from '~/lib/db/index.server';

import { createUser } from '../../factories/users';

const readWords = async () =>
  (await sql.query<{ word: string }>('SELECT word FROM words ORDER BY number')).map(
    ({ word }) => word,
  );

const insert = (db: Sql, word: string) => db.query('INSERT INTO words (word) VALUES ($1)', [word]);

beforeEach(async () => {
  await sql.query('DROP TABLE IF EXISTS words');
  await sql.query('CREATE TABLE words (number int GENERATED ALWAYS AS IDENTITY, word text UNIQUE)');
});

test('counts and sums are numbers in both forms of a transaction', async () => {
  const sums = (db: Sql) =>
    db.query(`SELECT count(*) AS count, coalesce(sum(number), 0) AS sum FROM words`);
  const expected = [{ count: 0, sum: 0 }];
  expect(await transaction(sums)).toEqual(expected);
  expect(await prismaTransaction((_tx, sql) => sums(sql))).toEqual(expected);
});

describe('a transaction', () => {
  test('begins before its first statement, although both are sent together', async () => {
    const result = transaction(async (tx) => {
      await insert(tx, 'first');
      expect(await readWords()).toEqual([]);
      throw new Error('changed its mind');
    });
    await expect(result).rejects.toThrow('changed its mind');
    expect(await readWords()).toEqual([]);
  });

  test('runs statements that were started together in their order', async () => {
    const words = Array.from({ length: 50 }, (_, at) => `word ${at}`);
    await transaction((tx) => Promise.all(words.map((word) => insert(tx, word))));
    expect(await readWords()).toEqual(words);
  });

  test('runs no statement after one that failed, and rejects with the error of that one', async () => {
    await insert(sql, 'taken');
    const result = transaction((tx) =>
      Promise.all([insert(tx, 'before'), insert(tx, 'taken'), insert(tx, 'after')]),
    );
    await expect(result).rejects.toMatchObject({ code: '23505' });
    expect(await readWords()).toEqual(['taken']);
  });

  test('refuses a statement of a part that continues after another has failed', async () => {
    const late = Promise.withResolvers<void>();
    let continuing: Promise<unknown> = Promise.resolve();
    const result = transaction((tx) => {
      continuing = late.promise.then(() => insert(tx, 'late'));
      return Promise.all([continuing, Promise.reject(new Error('failed'))]);
    });
    await expect(result).rejects.toThrow('failed');
    late.resolve();
    await expect(continuing).rejects.toThrow('after the end');
    expect(await readWords()).toEqual([]);
  });

  test('returns its connection in working order, even when it fails', async () => {
    for (let turn = 0; turn < 40; turn += 1) {
      await Promise.allSettled(
        Array.from({ length: 25 }, (_, at) =>
          transaction(async (tx) => {
            await Promise.all([
              insert(tx, `${turn} ${at}`),
              insert(tx, `again ${turn} ${at % 20}`),
            ]);
          }),
        ),
      );
    }
    // Five of each turn's 25 insert a word that another has inserted.
    expect(await readWords()).toHaveLength(40 * 20 * 2);
  });
});

describe('a Prisma transaction', () => {
  test('rolls back what Prisma and SQL wrote, and runs nothing that should follow the commit', async () => {
    const { id } = await createUser();
    let hasRun = false;
    const result = prismaTransaction(async (tx, on) => {
      await tx.user.update({ where: { id }, data: { firstName: 'Changed' } });
      await insert(on, 'written');
      await publish(on, id, { topic: 'account', data: null });
      afterCommit(on, () => (hasRun = true));
      throw new Error('changed its mind');
    });
    await expect(result).rejects.toThrow('changed its mind');
    expect(await readWords()).toEqual([]);
    const [user] = await sql.query<{ name: string }>(
      'SELECT first_name AS name FROM users WHERE id = $1::uuid',
      [id],
    );
    expect(user?.name).not.toBe('Changed');
    expect(hasRun).toBe(false);
  });

  test('runs what should follow the commit when both forms’ writes are visible', async () => {
    const seen: string[][] = [];
    await prismaTransaction(async (_tx, on) => {
      await insert(on, 'written');
      afterCommit(on, () => void readWords().then((words) => seen.push(words)));
    });
    await expect.poll(() => seen).toEqual([['written']]);
  });

  test('recognizes a unique violation of Prisma Client as well as of SQL', async () => {
    const { email } = await createUser();
    const other = await createUser();
    const taken = prismaTransaction((tx) =>
      tx.user.update({ where: { id: other.id }, data: { email } }),
    );
    const error: unknown = await taken.catch((reason: unknown) => reason);
    expect([isUniqueViolation(error), isUniqueViolation(error, 'users_email_key')]).toEqual([
      true,
      true,
    ]);
    expect(isUniqueViolation(error, 'words_word_key')).toBe(false);

    await insert(sql, 'taken');
    const twice = await prismaTransaction((_tx, on) => insert(on, 'taken')).catch(
      (reason: unknown) => reason,
    );
    expect([isUniqueViolation(twice), isUniqueViolation(twice, 'words_word_key')]).toEqual([
      true,
      true,
    ]);
    expect(isUniqueViolation(new Error('23505 is in its text only'))).toBe(false);
  });

  test('fails in a deadlock with the other form of a transaction', async () => {
    await insert(sql, 'one');
    await insert(sql, 'two');
    const lock = (on: Sql, word: string) =>
      on.query('SELECT 1 FROM words WHERE word = $1 FOR UPDATE', [word]);
    const both = Promise.withResolvers<void>();
    let held = 0;
    const hold = async (on: Sql, first: string, second: string) => {
      await lock(on, first);
      held += 1;
      if (held === 2) both.resolve();
      await both.promise;
      await lock(on, second);
    };
    const ends = await Promise.allSettled([
      prismaTransaction((_tx, on) => hold(on, 'one', 'two')),
      transaction((on) => hold(on, 'two', 'one')),
    ]);
    expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  });
});
