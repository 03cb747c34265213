import type { RouteConfigEntry } from '@remix-run/route-config';
import type { ActionFunctionArgs } from '@remix-run/node';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';

import routes from '~/routes';
import { addressTiers } from '~/lib/security/network-address.server';
import { limit, LIMITS, type LimitName } from '~/http/rate-limit.server';
import { TooManyRequests } from '~/lib/errors';

import { createUser, signInCookie, type TestUser } from '../../factories/users.ts';
import { REMIX } from '../../harness/route-access.ts';
import { outcome } from '../../harness/route-calls.ts';

const ORIGIN = 'http://localhost:3000';
const USED_UP = '2001:db8:7:7:aaaa::1';
const SAME_NET = '2001:db8:7:7:bbbb::2';
const NET = addressTiers(USED_UP)[0]!.key;
const FRESH = '2001:db8:9:9::1';
const NAMES = Object.keys(LIMITS) as LimitName[];
const TEXT = /Too many attempts\. Please wait \d+ (second|minute|hour)s? and try again\./;

/** Actions without a limit by user, and why they can't wear the operator out. */
const UNLIMITED: Record<string, string> = {
  '/api/*': 'it does nothing',
  '/auth/logout': 'it only ends a session, and a new one needs a sign-in',
};
/** Actions that are limited only by network address, because no one is signed in or a machine calls. */
const BY_ADDRESS = new Set([
  '/api/email/webhook-handler',
  '/api/replicate/webhook',
  '/auth/forgot-password',
  '/auth/login',
  '/auth/new-account',
  '/auth/passkey/challenge',
  '/auth/signup',
  'contact',
]);
/** Actions whose limits have their own tests, because they need a special state. */
const ELSEWHERE: Record<string, string> = {
  '/setup': 'gone once there is an admin: setup',
  '/auth/reset-password': 'a code of 256 bits comes first: reset',
  '/auth/verify': 'a code of 256 bits comes first: verify',
  '/auth/two-factor': 'a password comes first: two-factor',
  '/api/account/two-factor/backup-codes': 'two-factor sign-in has to be on: two-factor',
  'PUT /api/account/two-factor': 'it has to be started: two-factor',
  'DELETE /api/account/two-factor': 'it has to be on: two-factor',
  '/auth/passkey': 'it takes a challenge of its own: passkeys',
  '/api/account/passkeys': 'it has to be started: passkeys',
  '/api/mail/postmark-webhook': 'it has to be set up: mail',
  '/api/stripe/webhook': 'a signature comes first, which costs next to nothing: payments',
};

/** The fields of all actions together. */
const FIELDS = {
  email: 'tina@example.com',
  password: 'correct horse battery',
  currentPassword: 'correct horse battery',
  newPassword: 'another horse battery',
  firstName: 'Tina',
  lastName: 'Baker',
  subject: 'Bread',
  details: 'Where is it?',
  message: 'Where is it?',
  body: 'Where is it?',
  kind: 'support',
  code: '123456',
  timeZone: 'Europe/Berlin',
};

interface Sent {
  user?: { cookie: string };
  address: string;
  method: string;
  form: boolean;
}

async function act(id: string, { user, address, method, form }: Sent) {
  const module = (await import(/* @vite-ignore */ fileOf(id))) as {
    action(args: ActionFunctionArgs): Promise<unknown>;
  };
  const body = form ? new URLSearchParams(FIELDS) : JSON.stringify(FIELDS);
  const request = new Request(`${ORIGIN}/${id}`, {
    method,
    headers: {
      origin: ORIGIN,
      ...(user ? { cookie: user.cookie } : {}),
      ...(form ? {} : { 'content-type': 'application/json' }),
    },
    body: method === 'DELETE' ? undefined : body,
  });
  const context = { clientAddress: address };
  return outcome(module.action({ request, context, params: { part: 'mail', kind: 'brandStory' } }));
}

function* filesBelow(
  parent: string,
  entries: readonly RouteConfigEntry[],
): Generator<[string, string]> {
  for (const { path, file, children } of entries) {
    const address = path === undefined ? parent : `${parent}/${path}`;
    yield [address, `/app/${file}`];
    yield* filesBelow(address, children ?? []);
  }
}

const files = new Map(filesBelow('', routes));
const fileOf = (id: string) => `${process.cwd()}${files.get(id)}`;
const isForm = (id: string) => files.get(id)?.endsWith('.tsx') || /password|email$/.test(id);

const actions = Object.entries(REMIX).flatMap(([id, { change, methods = ['POST'] }]) =>
  change && !(id in UNLIMITED) && !(id in ELSEWHERE)
    ? methods
        .filter((method) => !(`${method} ${id}` in ELSEWHERE))
        .map((method) => ({ id, method, change }))
    : [],
);

/** Uses up the limits until the next use is refused, because those of a minute may have come back. */
async function useUp(names: readonly LimitName[], key: string): Promise<void> {
  for (const name of names) {
    for (let used = 0; ; used += 1) {
      const refused = await limit(name, key).then(
        () => null,
        (error: unknown) => error,
      );
      if (refused) {
        expect(refused, name).toBeInstanceOf(TooManyRequests);
        break;
      }
      expect(used, name).toBeLessThan(LIMITS[name].points);
    }
  }
}

const BY_NET = NAMES.filter((name) => name.endsWith('-address'));
const BY_PERSON = NAMES.filter((name) => !name.endsWith('-address'));
const comesBackSoon = (name: LimitName) => LIMITS[name].store === 'memory';

describe('an action whose limit is used up', () => {
  let tired: TestUser & { cookie: string };
  let fresh: TestUser & { cookie: string };

  beforeAll(async () => {
    const person = async () => {
      const user = await createUser({ isAdmin: true });
      return { ...user, cookie: await signInCookie(user) };
    };
    [tired, fresh] = [await person(), await person()];
    await useUp(BY_PERSON, tired.id);
    await useUp(BY_PERSON, tired.email);
    await useUp(BY_NET, NET);
  }, 120_000);

  beforeEach(async () => {
    await useUp(BY_PERSON.filter(comesBackSoon), tired.id);
    await useUp(BY_NET.filter(comesBackSoon), NET);
  });

  test.each(actions.filter(({ id }) => !BY_ADDRESS.has(id)))(
    'is refused to that user everywhere: $method $id',
    async ({ id, method }) => {
      const sent = { user: tired, address: FRESH, method, form: isForm(id) === true };
      const { status, text } = await act(id, sent);
      expect([status, text]).toEqual([429, expect.stringMatching(TEXT)]);
    },
  );

  test.each(actions)(
    'is refused to every user of that network: $method $id',
    async ({ id, method }) => {
      const user = REMIX[id]?.change === 'public' ? undefined : fresh;
      const { status, text } = await act(id, {
        user,
        address: SAME_NET,
        method,
        form: isForm(id) === true,
      });
      expect([status, text]).toEqual([429, expect.stringMatching(TEXT)]);
    },
  );
});
