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

const words = async () =>
  (await sql.query<{ word: string }>('SELECT word FROM said ORDER BY number')).map(
    ({ word }) => word,
  );

const say = (db: Sql, word: string) => db.query('INSERT INTO said (word) VALUES ($1)', [word]);

beforeEach(async () => {
  await sql.query('DROP TABLE IF EXISTS said');
  await sql.query('CREATE TABLE said (number int GENERATED ALWAYS AS IDENTITY, word text UNIQUE)');
});

test('SQL gives counts and sums as numbers, in both forms of transactions', async () => {
  const sums = (db: Sql) =>
    db.query(`SELECT count(*) AS count, coalesce(sum(number), 0) AS sum FROM said`);
  const expected = [{ count: 0, sum: 0 }];
  expect(await transaction(sums)).toEqual(expected);
  expect(await prismaTransaction((_tx, sql) => sums(sql))).toEqual(expected);
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

describe('a Prisma transaction', () => {
  test('rolls back what Prisma and what SQL wrote, and tells no one', async () => {
    const { id } = await createUser();
    let told = false;
    const after = prismaTransaction(async (tx, on) => {
      await tx.user.update({ where: { id }, data: { firstName: 'Changed' } });
      await say(on, 'written');
      await publish(on, id, { topic: 'account', data: null });
      afterCommit(on, () => (told = true));
      throw new Error('thought better of it');
    });
    await expect(after).rejects.toThrow('thought better of it');
    expect(await words()).toEqual([]);
    const [user] = await sql.query<{ name: string }>(
      'SELECT first_name AS name FROM users WHERE id = $1::uuid',
      [id],
    );
    expect(user?.name).not.toBe('Changed');
    expect(told).toBe(false);
  });

  test('runs what is to come after the commit once both are written', async () => {
    const seen: string[][] = [];
    await prismaTransaction(async (_tx, on) => {
      await say(on, 'written');
      afterCommit(on, () => void words().then((now) => seen.push(now)));
    });
    await expect.poll(() => seen).toEqual([['written']]);
  });

  test('knows a unique violation, be it of Prisma Client or of SQL', async () => {
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
    expect(isUniqueViolation(error, 'said_word_key')).toBe(false);

    await say(sql, 'taken');
    const twice = await prismaTransaction((_tx, on) => say(on, 'taken')).catch(
      (reason: unknown) => reason,
    );
    expect([isUniqueViolation(twice), isUniqueViolation(twice, 'said_word_key')]).toEqual([
      true,
      true,
    ]);
    expect(isUniqueViolation(new Error('23505 is in its text only'))).toBe(false);
  });

  test('ends with an error when it waits for a lock that waits for it', async () => {
    await say(sql, 'one');
    await say(sql, 'two');
    const lock = (on: Sql, word: string) =>
      on.query('SELECT 1 FROM said WHERE word = $1 FOR UPDATE', [word]);
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
