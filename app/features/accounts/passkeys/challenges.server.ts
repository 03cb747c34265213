// A challenge is in a signed ticket that the browser sends back, so nothing is stored for people who only look at a page.
import { randomBytes } from 'node:crypto';

import { z } from 'zod';

import { prisma } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';

import { readSigned, sessionSecret, signText } from '../sessions/signed-text.server';
import { CHALLENGE_MS, type PasskeyPurpose } from './passkey';
import { PASSKEY_TEXTS } from './texts';

/** What a challenge is for, and who holds it: a session, a browser that isn't signed in, or a pass after the password. */
export interface ChallengeUse {
  purpose: PasskeyPurpose | 'add';
  holder: string;
}

const PREFIX = 'bwpk';
const BYTES = 32;

const payload = z.object({
  cha: z.string(),
  for: z.string(),
  by: z.string(),
  exp: z.number().int(),
});

/** A new challenge in base64url, and the ticket to redeem it with. */
export function issueChallenge(
  { purpose, holder }: ChallengeUse,
  now: Date,
): { challenge: string; ticket: string } {
  const challenge = randomBytes(BYTES).toString('base64url');
  const claims = { cha: challenge, for: purpose, by: holder, exp: now.getTime() + CHALLENGE_MS };
  return { challenge, ticket: signText(PREFIX, claims, sessionSecret()) };
}

/** It was issued too long ago, for something or someone else, or has been answered already. */
export class ChallengeExpired extends AppError {
  constructor() {
    super('invalid', PASSKEY_TEXTS.expired);
  }
}

/** The ticket's challenge, which is used up even if the answer to it turns out wrong. @throws ChallengeExpired */
export async function redeemChallenge(
  ticket: string,
  { purpose, holder }: ChallengeUse,
  now: Date,
): Promise<string> {
  const signed = readSigned(PREFIX, ticket, sessionSecret());
  if (signed === undefined) throw new ChallengeExpired();
  // Everything that is signed was made above.
  const claims = payload.parse(signed);
  if (claims.for !== purpose || claims.by !== holder || claims.exp <= now.getTime()) {
    throw new ChallengeExpired();
  }
  const { count } = await prisma.usedChallenge.createMany({
    data: { challenge: claims.cha, expiresAt: new Date(claims.exp) },
    skipDuplicates: true,
  });
  if (count === 0) throw new ChallengeExpired();
  return claims.cha;
}

/** A job: once a challenge has expired, its ticket alone is refused. */
export async function purgeChallenges(now: Date): Promise<void> {
  // Another process's clock may be behind.
  const before = new Date(now.getTime() - CHALLENGE_MS);
  await prisma.usedChallenge.deleteMany({ where: { expiresAt: { lte: before } } });
}
