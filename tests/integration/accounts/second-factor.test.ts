import type { ActionFunctionArgs } from '@remix-run/node';
import type { RouteConfigEntry } from '@remix-run/route-config';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import { bearerUser, changeSignInPolicy, viewSignInPolicy } from '~/features/accounts/index.server';
import {
  authenticate,
  identify,
  issueIdToken,
} from '~/features/accounts/sessions/authenticate.server';
import { reauthenticate } from '~/features/accounts/sessions/recent-login.server';
import {
  onSessionEnded,
  type SessionEnded,
} from '~/features/accounts/sessions/session-events.server';
import { signIn } from '~/features/accounts/sessions/sign-in.server';
import {
  disableTwoFactor,
  resetTwoFactor,
} from '~/features/accounts/two-factor/two-factor-actions.server';
import { removePasskey } from '~/features/accounts/passkeys/passkey-actions.server';
import { actOnUser } from '~/features/admin/users/act-on-user.server';
import * as names from '~/features/accounts/settings/routes/account';
import * as secondFactorPage from '~/features/accounts/second-factor/routes/second-factor-page';
import * as settingsPage from '~/features/site/settings/routes/settings-page';
import * as twoFactorApi from '~/features/accounts/two-factor/routes/two-factor';
import type { RouteHandler } from '~/http/resource.server';
import type { Session } from '~/http/session';
import { prisma } from '~/lib/db/index.server';
import { log } from '~/lib/log.server';
import routes from '~/routes';
import { env } from '~/settings/env.server';

import { addTestPasskey, SITE } from '../../factories/passkeys';
import { codeOf, enroll, somewhere } from '../../factories/two-factor';
import { createUser, PASSWORD, signInCookie, type TestUser } from '../../factories/users';
import { get, outcome } from '../../harness/route-calls';
import { emptyTables } from '../setup/empty-tables.ts';

const { APP_URL } = env();
beforeAll(() => void Object.assign(env(), { APP_URL: SITE.origin }));
afterAll(() => void Object.assign(env(), { APP_URL }));

let admin: TestUser;
let user: TestUser;
beforeEach(async () => {
  await emptyTables('rate_limits', 'users', 'audit_entries', 'sign_in_policies', 'used_challenges');
  admin = await createUser({ email: 'root@example.com', isAdmin: true });
  user = await createUser({ email: 'ada@example.com' });
});

const sessionOf = async (of: TestUser): Promise<Session> =>
  (await identify(await signInCookie(of)))!;

/** The modules of all routes without a page. */
function filesIn(entries: readonly RouteConfigEntry[]): string[] {
  return entries.flatMap(({ file, children = [] }) => [
    ...(file.endsWith('.ts') ? [file] : []),
    ...filesIn(children),
  ]);
}

/** A call of the API, with an empty body. */
const json = (path: string, cookie: string): ActionFunctionArgs => ({
  request: new Request(`http://localhost:3000${path}`, {
    method: 'POST',
    headers: { cookie, 'Content-Type': 'application/json' },
    body: '{}',
  }),
  context: {},
  params: {},
});

/** The sessions that end, or are cut, while `act` runs. */
async function endedBy(act: () => Promise<unknown>): Promise<SessionEnded[]> {
  const ended: SessionEnded[] = [];
  const stop = onSessionEnded((event) => void ended.push(event));
  await act().finally(stop);
  return ended;
}

/** The admin, who has a second factor, requires one. */
async function requireOf(secondFactorFor: 'no-one' | 'admins' | 'everyone') {
  if ((await prisma.passkey.count({ where: { userId: admin.id } })) === 0) {
    await addTestPasskey(admin);
  }
  await changeSignInPolicy(await sessionOf(admin), secondFactorFor, '203.0.113.9');
}

describe('requiring a second factor', () => {
  test('takes a recent login and a second factor of the admin’s own, and is in the audit log', async () => {
    const found = await sessionOf(admin);
    const old = { ...found, authenticatedAt: new Date(0) };
    await expect(changeSignInPolicy(old, 'everyone', undefined)).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(changeSignInPolicy(found, 'everyone', undefined)).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await viewSignInPolicy()).toEqual({
      secondFactorFor: 'no-one',
      lacking: { admins: 1, everyone: 2 },
    });
    await requireOf('everyone');
    expect(await viewSignInPolicy()).toEqual({
      secondFactorFor: 'everyone',
      lacking: { admins: 0, everyone: 1 },
    });
    expect(await prisma.auditEntry.findFirst()).toMatchObject({
      action: 'require-second-factor',
      actorId: admin.id,
      before: { secondFactorFor: 'no-one' },
      after: { secondFactorFor: 'everyone' },
      address: '203.0.113.9',
    });
  });

  test('keeps open sessions out of pages, calls, and tokens at once, and cuts their sockets', async () => {
    const cookie = await signInCookie(user);
    const me = (await authenticate(cookie))!;
    const { token } = issueIdToken(me);
    await addTestPasskey(admin);
    await prisma.session.deleteMany({ where: { userId: admin.id } });
    const ended = await endedBy(() => requireOf('everyone'));

    expect(ended).toEqual([{ userId: user.id }]);
    expect(await authenticate(cookie)).toBeNull();
    expect(await bearerUser(`Bearer ${token}`)).toBeNull();
    const page = await outcome(settingsPage.loader(get('/settings?tab=account', { cookie })));
    expect(page).toMatchObject({
      status: 302,
      location: `/auth/second-factor?redirectTo=${encodeURIComponent('/settings?tab=account')}`,
    });
    const call = await outcome(names.action(json('/api/account/names', cookie)));
    expect(call).toMatchObject({ status: 403 });
    expect(await authenticate(await signInCookie(admin))).not.toBeNull();
  });

  test('lets people set one up, and then everywhere', async () => {
    const cookie = await signInCookie(user);
    await requireOf('everyone');
    expect(await secondFactorPage.loader(get('/auth/second-factor', { cookie }))).toMatchObject({
      email: 'ada@example.com',
      host: 'brand.example.com',
    });
    const begun = await outcome(twoFactorApi.action(json('/api/account/two-factor', cookie)));
    expect(begun.status).toBe(200);
    await enroll(user);
    expect(await authenticate(await signInCookie(user))).not.toBeNull();
    const done = await outcome(
      secondFactorPage.loader(
        get('/auth/second-factor?redirectTo=%2Fhelp', { cookie: await signInCookie(user) }),
      ),
    );
    expect(done).toMatchObject({ status: 302, location: '/help' });
  });

  test('lets them call what sets one up, and nothing else', async () => {
    const open = new Set<string>();
    for (const file of filesIn(routes)) {
      const { loader } = (await import(/* @vite-ignore */ `${process.cwd()}/app/${file}`)) as {
        loader?: Partial<RouteHandler>;
      };
      for (const { method, path, options } of loader?.endpoints ?? []) {
        if (options.access === 'enrolling') open.add(`${method} ${path}`);
      }
    }
    expect([...open].sort()).toEqual([
      'POST /api/account/passkeys',
      'POST /api/account/passkeys/challenge',
      'POST /api/account/two-factor',
      'PUT /api/account/two-factor',
    ]);
  });

  test('of admins leaves everyone else alone', async () => {
    const other = await createUser({ isAdmin: true });
    await requireOf('admins');
    expect(await authenticate(await signInCookie(user))).not.toBeNull();
    expect(await authenticate(await signInCookie(other))).toBeNull();
    expect(await authenticate(await signInCookie(admin))).not.toBeNull();
    await requireOf('no-one');
    expect(await authenticate(await signInCookie(other))).not.toBeNull();
  });

  test('doesn’t count passkeys of an earlier address', async () => {
    await addTestPasskey(user);
    await requireOf('everyone');
    expect(await authenticate(await signInCookie(user))).not.toBeNull();
    await prisma.passkey.updateMany({ data: { rpId: 'old.example.com' } });
    expect(await authenticate(await signInCookie(user))).toBeNull();
  });

  test('keeps people out again who turn theirs off, and cuts their sockets', async () => {
    const now = new Date();
    const { secret, cookie } = await enroll(user, now);
    await requireOf('everyone');
    const me = (await authenticate(cookie))!;
    const code = codeOf(secret, now);
    const ended = await endedBy(() => disableTwoFactor(me, { code }, somewhere, now));
    expect(ended).toEqual([{ userId: user.id }]);
    expect(await authenticate(cookie)).toBeNull();
  });

  test('keeps people out again who remove their last passkey, and cuts their sockets', async () => {
    await requireOf('everyone');
    const [first, second] = [await addTestPasskey(user, {}, identify), await addTestPasskey(user)];
    const cookie = await signInCookie(user);
    const me = (await authenticate(cookie))!;
    expect(await endedBy(() => removePasskey(me, first.id, somewhere))).toEqual([]);
    const ended = await endedBy(() => removePasskey(me, second.id, somewhere));
    expect(ended).toEqual([{ userId: user.id }]);
    expect(await authenticate(cookie)).toBeNull();
  });

  test('lets in only the session in which the passkey was added', async () => {
    const stolen = await signInCookie(user);
    await requireOf('everyone');
    const ended = await endedBy(() => addTestPasskey(user, {}, identify));
    const left = await prisma.session.findMany({ where: { userId: user.id } });
    expect(left).toHaveLength(1);
    expect(ended).toEqual([{ userId: user.id, sessionId: expect.any(String) as string }]);
    expect(await identify(stolen)).toBeNull();
  });

  test('ends sessions that a password alone opened, except the admin’s own and those behind a code', async () => {
    await addTestPasskey(user);
    const other = await createUser({ isAdmin: true });
    const { cookie: enrolled } = await enroll(other);
    await addTestPasskey(other);
    await addTestPasskey(admin);
    const [of, ofAdmin] = [await signInCookie(user), await signInCookie(admin)];
    const found = (await authenticate(ofAdmin))!;
    await endedBy(() => changeSignInPolicy(found, 'admins', undefined));
    expect(await authenticate(of)).not.toBeNull();
    expect(await prisma.session.count({ where: { userId: admin.id } })).toBe(1);

    const ended = await endedBy(() => changeSignInPolicy(found, 'everyone', undefined));
    expect(new Set(ended.map(({ userId }) => userId))).toEqual(new Set([user.id]));
    expect(await identify(of)).toBeNull();
    expect(await authenticate(enrolled)).not.toBeNull();
    expect(await authenticate(ofAdmin)).not.toBeNull();
    // The rule is the same: the passkey was shown at this sign-in.
    const again = await signInCookie(user);
    await changeSignInPolicy(found, 'everyone', undefined);
    expect(await authenticate(again)).not.toBeNull();
  });

  test('of admins begins for someone who becomes one: sessions of a password alone end, or are kept out', async () => {
    await requireOf('admins');
    const other = await createUser();
    await addTestPasskey(other);
    const [of, without] = [await signInCookie(other), await signInCookie(user)];
    const make = ({ id }: TestUser) =>
      actOnUser({ id: admin.id, address: undefined }, id, { name: 'grant-admin' }, new Date());
    expect(await endedBy(() => make(other))).toContainEqual({ userId: other.id });
    expect(await identify(of)).toBeNull();
    expect(await endedBy(() => make(user))).toEqual([{ userId: user.id }]);
    expect(await authenticate(without)).toBeNull();
    // They are admins already: nothing begins for them.
    const again = await signInCookie(other);
    expect(await endedBy(() => make(other))).toEqual([]);
    expect(await authenticate(again)).not.toBeNull();
  });

  test('cuts the sockets of many people at once', async () => {
    await addTestPasskey(admin);
    const found = await sessionOf(admin);
    for (const of of [user, await createUser(), await createUser()]) await signInCookie(of);
    let [waiting, most] = [0, 0];
    const stop = onSessionEnded(async () => {
      most = Math.max(most, (waiting += 1));
      await new Promise((resolve) => setImmediate(resolve));
      waiting -= 1;
    });
    await changeSignInPolicy(found, 'everyone', undefined).finally(stop);
    expect(most).toBe(3);
  });

  test('is saved even if the sockets of those kept out can’t be found', async () => {
    await addTestPasskey(admin);
    const found = await sessionOf(admin);
    const error = vi.spyOn(log, 'error');
    vi.spyOn(prisma.user, 'findMany').mockRejectedValue(new Error('no connection'));
    try {
      await changeSignInPolicy(found, 'everyone', undefined);
    } finally {
      vi.restoreAllMocks();
    }
    expect(error).toHaveBeenCalledOnce();
    expect((await viewSignInPolicy()).secondFactorFor).toBe('everyone');
  });
});

describe('someone who has only a passkey', () => {
  const password = { email: 'ada@example.com', password: PASSWORD, timeZone: null };

  test('needs it after the password, and to confirm, only where a second factor is required', async () => {
    await addTestPasskey(user);
    expect((await signIn(password, somewhere)).needsSecondStep).toBe(false);
    await reauthenticate(await sessionOf(user), { password: PASSWORD, code: '' }, somewhere);
    await requireOf('everyone');
    expect((await signIn(password, somewhere)).needsSecondStep).toBe(true);
    await expect(
      reauthenticate(await sessionOf(user), { password: PASSWORD, code: '' }, somewhere),
    ).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('is helped by an admin’s reset, which removes the passkey and ends the sessions', async () => {
    await addTestPasskey(user);
    await requireOf('everyone');
    expect(await resetTwoFactor(user, { actorId: admin.id })).toBe(true);
    expect(await prisma.passkey.count({ where: { userId: user.id } })).toBe(0);
    expect(await prisma.session.count({ where: { userId: user.id } })).toBe(0);
    expect((await signIn(password, somewhere)).needsSecondStep).toBe(false);
    expect(await resetTwoFactor(user, { actorId: admin.id })).toBe(false);
  });
});
