import { availableParallelism } from 'node:os';

import argon2 from 'argon2';

import { AppError } from '~/lib/errors';
import { singleton } from '~/lib/singleton.server';

import { SIGN_IN_BUSY } from '../texts';
import { normalizePassword } from './password-policy';
import { createTurns, TooManyWaiting } from './turns';

// What OWASP recommends for argon2id. Measured on one idle core of a small server: 17 ms, against 47 with 32 MiB and
// 130 with 64 MiB and three passes.
const PARAMETERS = {
  type: argon2.argon2id,
  memoryCost: 19 * 1024,
  timeCost: 2,
  parallelism: 1,
} as const;

// Made with PARAMETERS, from a random password that no one knows: what unknown accounts are checked against.
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,p=1,t=2$vq/5AXrrZKa61Ly9DyOBKw$vkrBnnxCCUHdaJrHDEEpMJRIe7sk+SrFCiRrzkbHgNQ';

// A hash takes a whole core and a thread of the pool that files and DNS use too: leave both to those who are signed in.
const inTurn = singleton('password-turns', () =>
  createTurns({ atOnce: availableParallelism() > 2 ? 2 : 1, waiting: 200 }),
);

async function takeTurn<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await inTurn(work);
  } catch (error) {
    if (error instanceof TooManyWaiting) {
      throw new AppError('unavailable', SIGN_IN_BUSY, { log: 'password queue is full' });
    }
    throw error;
  }
}

export function hashPassword(password: string): Promise<string> {
  return takeTurn(() => argon2.hash(normalizePassword(password), PARAMETERS));
}

/** Takes the same time, and answers false, when there is no hash because there is no such account. */
export async function verifyPassword(hash: string | undefined, password: string): Promise<boolean> {
  const matches = await takeTurn(() =>
    argon2.verify(hash ?? NOBODYS_HASH, normalizePassword(password)),
  );
  return matches && hash !== undefined;
}

/** True for a hash made with other parameters than today's. */
export function isOutdated(hash: string): boolean {
  return argon2.needsRehash(hash, PARAMETERS);
}
