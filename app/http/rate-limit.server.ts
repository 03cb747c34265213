import { createHash } from 'node:crypto';

import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';

import { pool } from '~/lib/db/index.server';
import { env } from '~/settings/env.server';
import { log } from '~/lib/log.server';
import { countRefusal } from '~/lib/metrics.server';
import {
  addressTiers,
  UNREADABLE_ADDRESS,
  type AddressTier,
} from '~/lib/security/network-address.server';
import { singleton } from '~/lib/singleton.server';

import { TooManyRequests } from '../lib/errors';

interface LimitRule {
  points: number;
  seconds: number;
  /**
   * `postgres` counts across processes and restarts, at the price of a write: for sign-in and what costs money.
   * `memory` counts in this process.
   */
  store: 'memory' | 'postgres';
}

/** How often each action is allowed. Keys of different names never collide. */
export const LIMITS = {
  /** Visitors' forms, counted before anything in them is read. */
  'public-form-address': { points: 120, seconds: 60, store: 'memory' },
  /** Strangers' guesses at one account, from any address. */
  'sign-in-account': { points: 10, seconds: 15 * 60, store: 'postgres' },
  /** Guesses from one address, which a whole office may share. */
  'sign-in-address': { points: 60, seconds: 15 * 60, store: 'postgres' },
  /**
   * Guesses in one open session or on one known device, which strangers can't use up; and in all of an account's
   * together.
   */
  'sign-in-known': { points: 10, seconds: 15 * 60, store: 'postgres' },
  'sign-in-known-account': { points: 40, seconds: 15 * 60, store: 'postgres' },
  'sign-in-known-address': { points: 300, seconds: 15 * 60, store: 'postgres' },
  /** Codes of two-factor sign-in: few enough that a million can't be tried, neither in minutes nor in months. */
  'two-factor-account': { points: 10, seconds: 15 * 60, store: 'postgres' },
  'two-factor-day': { points: 50, seconds: 24 * 60 * 60, store: 'postgres' },
  'two-factor-address': { points: 60, seconds: 15 * 60, store: 'postgres' },
  'two-factor-known': { points: 10, seconds: 15 * 60, store: 'postgres' },
  'two-factor-known-day': { points: 50, seconds: 24 * 60 * 60, store: 'postgres' },
  'two-factor-known-address': { points: 300, seconds: 15 * 60, store: 'postgres' },
  /** Setting up two-factor sign-in, which creates a secret each time. */
  'two-factor-change': { points: 20, seconds: 60, store: 'memory' },
  'two-factor-change-address': { points: 100, seconds: 60, store: 'memory' },
  /** Signing in with passkeys that don't work; and the challenges for them, one for each opened page. */
  'passkey-address': { points: 60, seconds: 15 * 60, store: 'postgres' },
  'passkey-challenge-address': { points: 240, seconds: 60, store: 'memory' },
  /** Leaving for an issuer, and coming back: both ask something of it. */
  'issuer-address': { points: 120, seconds: 15 * 60, store: 'postgres' },
  /** Guesses at the setup code of the first run. */
  'first-run-address': { points: 20, seconds: 15 * 60, store: 'postgres' },
  /** An admin's tests of connections. */
  'connection-test': { points: 20, seconds: 60, store: 'memory' },
  'connection-test-address': { points: 100, seconds: 60, store: 'memory' },
  /** Repeated checks whether an email address is in use. */
  'sign-up-account': { points: 10, seconds: 60 * 60, store: 'postgres' },
  'sign-up-address': { points: 60, seconds: 60 * 60, store: 'postgres' },
  /** Links to one user's new addresses. */
  'change-email': { points: 10, seconds: 60 * 60, store: 'postgres' },
  /** Password reset links: a mailbox must not be flooded with them. */
  'reset-account': { points: 5, seconds: 60 * 60, store: 'postgres' },
  'reset-address': { points: 30, seconds: 60 * 60, store: 'postgres' },
  /** The same, requested on a device that is known to the account; and on all such devices. */
  'reset-known': { points: 5, seconds: 60 * 60, store: 'postgres' },
  'reset-known-account': { points: 10, seconds: 60 * 60, store: 'postgres' },
  'reset-known-address': { points: 150, seconds: 60 * 60, store: 'postgres' },
  'verification-mail': { points: 5, seconds: 60 * 60, store: 'postgres' },
  'verification-mail-address': { points: 30, seconds: 60 * 60, store: 'postgres' },
  /** The contact form: each message becomes an email to the operator. */
  contact: { points: 10, seconds: 60 * 60, store: 'postgres' },
  'contact-address': { points: 30, seconds: 60 * 60, store: 'postgres' },
  /** Postmark's reports, or a stranger guessing its credentials; refused reports are sent again later. */
  'mail-webhook-address': { points: 600, seconds: 60, store: 'memory' },
  /** One user's messages to the assistant; and, here and below, those of all users at one address. */
  chat: { points: 60, seconds: 60, store: 'memory' },
  'chat-address': { points: 300, seconds: 60, store: 'memory' },
  /** Renaming, deleting, restoring, and sharing; and stopping an answer. */
  'conversation-change': { points: 240, seconds: 60, store: 'memory' },
  'conversation-change-address': { points: 1_200, seconds: 60, store: 'memory' },
  /** Duplicating a shared conversation. */
  'continue-share': { points: 20, seconds: 60, store: 'memory' },
  'continue-share-address': { points: 100, seconds: 60, store: 'memory' },
  /** Uploading and removing files. */
  attach: { points: 60, seconds: 60, store: 'memory' },
  'attach-address': { points: 300, seconds: 60, store: 'memory' },
  /** What models look up on the web for one user: searches, each of which costs money, and pages. */
  'web-search': { points: 60, seconds: 60 * 60, store: 'postgres' },
  'read-page': { points: 120, seconds: 60 * 60, store: 'postgres' },
  /** Recordings to turn into text, each of which costs money. */
  dictate: { points: 20, seconds: 60, store: 'postgres' },
  'dictate-address': { points: 100, seconds: 60, store: 'postgres' },
  /** Pages of shared conversations and their long texts, which anyone may open. */
  'shared-page-address': { points: 60, seconds: 60, store: 'memory' },
  'shared-text-address': { points: 120, seconds: 60, store: 'memory' },
  /** Each page of a shared conversation may have many. */
  'shared-image-address': { points: 600, seconds: 60, store: 'memory' },
  'new-chat': { points: 60, seconds: 60, store: 'memory' },
  'new-chat-address': { points: 300, seconds: 60, store: 'memory' },
  /** About six a second while a person types. */
  search: { points: 300, seconds: 60, store: 'memory' },
  'search-address': { points: 1_500, seconds: 60, store: 'memory' },
  /** The citations of texts that are shown. */
  citations: { points: 120, seconds: 60, store: 'memory' },
  'citations-address': { points: 600, seconds: 60, store: 'memory' },
  /** Changes that admins make. */
  admin: { points: 120, seconds: 60, store: 'memory' },
  'admin-address': { points: 300, seconds: 60, store: 'memory' },
  /** Questions to the help assistant, which the operator pays for. */
  help: { points: 20, seconds: 60, store: 'memory' },
  'help-address': { points: 100, seconds: 60, store: 'memory' },
  title: { points: 30, seconds: 60, store: 'memory' },
  'title-address': { points: 150, seconds: 60, store: 'memory' },
  /** The prompt library. */
  'prompt-change': { points: 120, seconds: 60, store: 'memory' },
  'prompt-change-address': { points: 600, seconds: 60, store: 'memory' },
  /** Edits to a brand profile are saved as they are typed. */
  'profile-change': { points: 240, seconds: 60, store: 'memory' },
  'profile-change-address': { points: 1_200, seconds: 60, store: 'memory' },
  /** Logos of brand profiles: each is read in a process of its own. */
  'profile-logo': { points: 30, seconds: 60, store: 'memory' },
  'profile-logo-address': { points: 150, seconds: 60, store: 'memory' },
  /** Proposals for a brand profile; for each, a model reads pages. */
  'profile-draft': { points: 10, seconds: 60, store: 'memory' },
  'profile-draft-address': { points: 50, seconds: 60, store: 'memory' },
  /** Websites that are read for a person: each takes several requests to a stranger's server. */
  'read-website': { points: 20, seconds: 60 * 60, store: 'postgres' },
  'read-website-address': { points: 100, seconds: 60 * 60, store: 'postgres' },
  /** Sources of a brand: websites to read, also again; files, each read in a process of its own; and everything else. */
  'source-add': { points: 60, seconds: 60 * 60, store: 'postgres' },
  'source-add-address': { points: 300, seconds: 60 * 60, store: 'postgres' },
  'source-file': { points: 30, seconds: 60, store: 'memory' },
  'source-file-address': { points: 150, seconds: 60, store: 'memory' },
  'source-change': { points: 120, seconds: 60, store: 'memory' },
  'source-change-address': { points: 600, seconds: 60, store: 'memory' },
  /** Files that are read for a proposal. */
  'read-file': { points: 30, seconds: 60, store: 'memory' },
  'read-file-address': { points: 150, seconds: 60, store: 'memory' },
  /** The first steps: a draft of a brand, and the first posts with an image; and everything else about them. */
  onboarding: { points: 20, seconds: 60, store: 'memory' },
  'onboarding-address': { points: 100, seconds: 60, store: 'memory' },
  'onboarding-change': { points: 60, seconds: 60, store: 'memory' },
  'onboarding-change-address': { points: 300, seconds: 60, store: 'memory' },
  /** New saved content, duplicates too; and editing, moving, and deleting it, as people type. */
  'save-content': { points: 60, seconds: 60, store: 'memory' },
  'save-content-address': { points: 300, seconds: 60, store: 'memory' },
  'content-change': { points: 240, seconds: 60, store: 'memory' },
  'content-change-address': { points: 1_200, seconds: 60, store: 'memory' },
  /** Requested texts, several at a time; their estimates, as people type; and everything else about them. */
  brief: { points: 30, seconds: 60, store: 'memory' },
  'brief-address': { points: 150, seconds: 60, store: 'memory' },
  'brief-estimate': { points: 300, seconds: 60, store: 'memory' },
  'brief-estimate-address': { points: 1_500, seconds: 60, store: 'memory' },
  'brief-change': { points: 240, seconds: 60, store: 'memory' },
  'brief-change-address': { points: 1_200, seconds: 60, store: 'memory' },
  /** Rewrites of selected text. */
  passage: { points: 40, seconds: 60, store: 'memory' },
  'passage-address': { points: 200, seconds: 60, store: 'memory' },
  /** Reviews of a text against a brand, and proposals of voice rules; for each, a model reads pages. */
  review: { points: 10, seconds: 60, store: 'memory' },
  'review-address': { points: 50, seconds: 60, store: 'memory' },
  'rule-proposals': { points: 10, seconds: 60, store: 'memory' },
  'rule-proposals-address': { points: 50, seconds: 60, store: 'memory' },
  /** Page previews: one whenever a person pauses typing or looks at another text. */
  preview: { points: 240, seconds: 60, store: 'memory' },
  'preview-address': { points: 1_200, seconds: 60, store: 'memory' },
  /** Requested images; how many may wait is limited, too. */
  'media-create': { points: 60, seconds: 60, store: 'memory' },
  'media-create-address': { points: 300, seconds: 60, store: 'memory' },
  'media-change': { points: 240, seconds: 60, store: 'memory' },
  'media-change-address': { points: 1_200, seconds: 60, store: 'memory' },
  'media-upload': { points: 60, seconds: 60, store: 'memory' },
  'media-upload-address': { points: 300, seconds: 60, store: 'memory' },
  /** Images for a LoRA come a hundred at a time; trainings are few. */
  'lora-upload': { points: 240, seconds: 60, store: 'memory' },
  'lora-upload-address': { points: 1_200, seconds: 60, store: 'memory' },
  'lora-train': { points: 10, seconds: 60, store: 'memory' },
  'lora-train-address': { points: 50, seconds: 60, store: 'memory' },
  /** Replicate's webhooks; they carry no user of ours. */
  'provider-webhook-address': { points: 600, seconds: 60, store: 'memory' },
  /** Captions that a model proposes: a hundred in a row. */
  'lora-caption': { points: 120, seconds: 60, store: 'memory' },
  'lora-caption-address': { points: 600, seconds: 60, store: 'memory' },
  /** Names, time zone, photo, devices, and the deletion request. */
  'account-change': { points: 60, seconds: 60, store: 'memory' },
  'account-change-address': { points: 300, seconds: 60, store: 'memory' },
  /** Imports and actions on them; and the parts of their uploads, 8 MB each. */
  import: { points: 60, seconds: 60, store: 'memory' },
  'import-address': { points: 300, seconds: 60, store: 'memory' },
  'import-part': { points: 1_500, seconds: 60, store: 'memory' },
  'import-part-address': { points: 4_500, seconds: 60, store: 'memory' },
  /** The whole ledger as a file. */
  'ledger-download': { points: 20, seconds: 60, store: 'memory' },
  'ledger-download-address': { points: 100, seconds: 60, store: 'memory' },
  /** Conversations as files. */
  'conversation-export': { points: 60, seconds: 60, store: 'memory' },
  'conversation-export-address': { points: 300, seconds: 60, store: 'memory' },
  /** Archives of a whole account, each of which reads everything in it. */
  export: { points: 10, seconds: 60 * 60, store: 'postgres' },
  'export-address': { points: 50, seconds: 60 * 60, store: 'postgres' },
  /** Their downloads, which come in several parts if the network is interrupted. */
  'export-download': { points: 120, seconds: 60, store: 'memory' },
  'export-download-address': { points: 600, seconds: 60, store: 'memory' },
  /** Links to Stripe's pages; each takes a request to Stripe. */
  checkout: { points: 30, seconds: 10 * 60, store: 'postgres' },
  'checkout-address': { points: 150, seconds: 10 * 60, store: 'postgres' },
} satisfies Record<string, LimitRule>;

export type LimitName = keyof typeof LIMITS;
/** Limits that are counted by network address. */
export type AddressLimit = Extract<LimitName, `${string}-address`>;
/** Limits that are counted for the user and for the address they come from. */
export type UseLimit = {
  [Name in LimitName]: `${Name}-address` extends LimitName ? Name : never;
}[LimitName];

const limiters = singleton('limiters', () => new Map<string, RateLimiterAbstract>());

/** With `share` times the limit's count. */
function limiterOf(name: LimitName, share = 1): RateLimiterAbstract {
  const id = `${name} ${share}`;
  const known = limiters.get(id);
  if (known) return known;
  const { points, seconds, store }: LimitRule = LIMITS[name];
  const options = { keyPrefix: name, points: points * share, duration: seconds };
  const created =
    store === 'postgres'
      ? new RateLimiterPostgres({
          ...options,
          storeClient: pool,
          storeType: 'pool',
          tableName: 'rate_limits',
          tableCreated: true,
          // One process cleans the table up for all.
          clearExpiredByTimeout: ![...limiters.values()].some(
            (limiter) => limiter instanceof RateLimiterPostgres,
          ),
        })
      : new RateLimiterMemory(options);
  limiters.set(id, created);
  return created;
}

/** Keys contain email and network addresses: only their hash is stored, which also limits their length. */
function hashed(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

/** Counts one use by `key`; does nothing with RATE_LIMITS=false. @throws TooManyRequests if it exceeds the limit */
export function limit(name: LimitName, key: string): Promise<void> {
  return count(name, { key, share: 1 });
}

async function count(name: LimitName, { key, share }: AddressTier): Promise<void> {
  if (!env().RATE_LIMITS) return;
  const limiter = limiterOf(name, share);
  let refusal = await refusalOf(limiter, key);
  // Counted while this machine's clock was ahead: it would last longer than any real count.
  if (refusal && refusal.msBeforeNext > LIMITS[name].seconds * 1_000 + CLOCKS_DIFFER_MS) {
    await limiter.delete(hashed(key));
    refusal = await refusalOf(limiter, key);
  }
  if (!refusal) return;
  countRefusal(name);
  throw new TooManyRequests(name, refusal.msBeforeNext);
}

/**
 * Counts one use by a network address and by the networks around it. Without any address, as under Remix's own server,
 * nothing is limited; unreadable addresses share one count.
 */
export async function limitAddress(name: AddressLimit, address: string | undefined): Promise<void> {
  // The narrowest network first: an address that is over its limit uses up nothing of its neighbors'.
  for (const tier of tiersOf(address)) await count(name, tier);
}

/** Takes back one use by a network address. */
export async function forgiveAddress(
  name: AddressLimit,
  address: string | undefined,
): Promise<void> {
  if (!env().RATE_LIMITS) return;
  for (const { key, share } of tiersOf(address)) await limiterOf(name, share).reward(hashed(key));
}

const warned = singleton('unreadable-address', () => ({ done: false }));

function tiersOf(address: string | undefined): AddressTier[] {
  if (address === undefined) return [];
  const tiers = addressTiers(address);
  if (tiers[0]?.key === UNREADABLE_ADDRESS && !warned.done) {
    warned.done = true;
    log.warn(
      "a client's address could not be read, so all such clients share one limit: check TRUST_PROXY and what the proxy in front writes into X-Forwarded-For",
    );
  }
  return tiers;
}

/** How far the clocks of several machines may differ. */
const CLOCKS_DIFFER_MS = 60_000;

/** Counts one use; null if it's allowed. */
async function refusalOf(limiter: RateLimiterAbstract, key: string) {
  try {
    await limiter.consume(hashed(key));
    return null;
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    return error;
  }
}

/** Counts one use by a user and by the address they come from: see limitAddress. */
export async function limitUse(
  name: UseLimit,
  userId: string,
  address: string | undefined,
): Promise<void> {
  await limit(name, userId);
  await limitAddress(`${name}-address`, address);
}

/** Takes back one use that turned out not to count. */
export async function forgive(name: LimitName, key: string): Promise<void> {
  if (!env().RATE_LIMITS) return;
  await limiterOf(name).reward(hashed(key));
}

/** Resets the count of `key`. */
export async function clearLimit(name: LimitName, key: string): Promise<void> {
  if (!env().RATE_LIMITS) return;
  await limiterOf(name).delete(hashed(key));
}
