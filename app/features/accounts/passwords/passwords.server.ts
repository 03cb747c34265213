import { randomBytes, randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';

import argon2 from 'argon2';

import { env } from '~/settings/env.server';
import { AppError } from '~/lib/errors';
import { FairTurns, NoPlace } from '~/lib/concurrency/turns.server';
import { singleton } from '~/lib/singleton.server';

import { SIGN_IN_BUSY } from '../texts';
import { knownPasswordProblems } from './known-passwords.server';
import {
  DEFAULT_MAX,
  normalizePassword,
  type PasswordPolicy,
  passwordProblems,
  type PasswordRule,
} from './password-policy';

// What OWASP recommends for argon2id. Measured on one idle core of a small server: 17 ms, against 47 with 32 MiB and
// 130 with 64 MiB and three passes.
const PARAMETERS = {
  type: argon2.argon2id,
  memoryCost: 19 * 1024,
  timeCost: 2,
  parallelism: 1,
} as const;

// Made with PARAMETERS from a random password that no one knows: unknown accounts are checked against it.
const NO_ACCOUNT_HASH =
  '$argon2id$v=19$m=19456,p=1,t=2$vq/5AXrrZKa61Ly9DyOBKw$vkrBnnxCCUHdaJrHDEEpMJRIe7sk+SrFCiRrzkbHgNQ';

const MAX_HASHES_AT_ONCE = availableParallelism() > 2 ? 2 : 1;
const MAX_WAITING = 200;

// A hash takes a whole core, and a thread of the pool that files and DNS use too: people who are signed in need both.
const turns = singleton(
  'password-turns',
  () =>
    new FairTurns({
      atOnce: MAX_HASHES_AT_ONCE,
      atOncePerPerson: MAX_HASHES_AT_ONCE,
      maxWaiting: MAX_WAITING,
      maxWaitingPerPerson: MAX_WAITING,
    }),
);

/** In the order of the calls, because no one is known yet. @throws AppError unavailable, if too many are waiting */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await turns.run('everyone', work);
  } catch (error) {
    if (error instanceof NoPlace) {
      throw new AppError('unavailable', SIGN_IN_BUSY, { log: 'password queue is full' });
    }
    throw error;
  }
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => argon2.hash(normalizePassword(password), PARAMETERS));
}

const NO_PASSWORD = 'none$';

/** What an account without a password has in place of a hash. Like a hash, it's a different one each time. */
export function noPassword(): string {
  return NO_PASSWORD + randomBytes(16).toString('base64url');
}

/** Whether this is the hash of a password. */
export function hasPassword(hash: string): boolean {
  return hash !== '' && !hash.startsWith(NO_PASSWORD);
}

/** False if there is no hash because there is no such account, or it has no password; that takes the same time. */
export async function verifyPassword(hash: string | undefined, password: string): Promise<boolean> {
  const own = hash !== undefined && hasPassword(hash) ? hash : undefined;
  const matches = await inTurn(() =>
    argon2.verify(own ?? NO_ACCOUNT_HASH, normalizePassword(password)),
  );
  return matches && own !== undefined;
}

/** Whether the hash was made with other parameters than today's. */
export function isOutdated(hash: string): boolean {
  return argon2.needsRehash(hash, PARAMETERS);
}

/** The operator's rules for new passwords. */
export function passwordPolicy(): PasswordPolicy {
  const { PASSWORD_MIN, PASSWORD_MAX, PASSWORD_REQUIRE } = env();
  return { min: PASSWORD_MIN, max: PASSWORD_MAX ?? DEFAULT_MAX, require: PASSWORD_REQUIRE };
}

/** What is wrong with a new password, each as a sentence. */
export async function newPasswordProblems(password: string): Promise<string[]> {
  const problems = passwordProblems(password, passwordPolicy());
  return problems.length > 0 ? problems : knownPasswordProblems(password);
}

const GENERATED_LENGTH = 20;

// Without characters that are easily confused.
const CHARACTERS: Record<PasswordRule, string> = {
  lower: 'abcdefghijkmnpqrstuvwxyz',
  upper: 'ABCDEFGHJKLMNPQRSTUVWXYZ',
  digit: '23456789',
  special: '-_.+!?',
};

function oneOf(characters: string): string {
  return characters.charAt(randomInt(characters.length));
}

/** A random password that the operator's policy accepts. */
export function generatePassword(): string {
  const policy = passwordPolicy();
  const length = Math.min(Math.max(GENERATED_LENGTH, policy.min), policy.max);
  const characters = policy.require.map((rule) => oneOf(CHARACTERS[rule]));
  const any = CHARACTERS.lower + CHARACTERS.upper + CHARACTERS.digit;
  while (characters.length < length) {
    characters.splice(randomInt(characters.length + 1), 0, oneOf(any));
  }
  return characters.join('');
}
