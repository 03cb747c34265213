import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import sharp from 'sharp';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';

import './emails';
import {
  authenticate,
  onSessionEnded,
  photoUrl,
  openAccountTab,
} from '~/features/accounts/index.server';
import { purgePhotos } from '~/features/accounts/photo/photo-objects.server';
import { changeNames, chooseTimeZone } from '~/features/accounts/settings/settings-actions.server';
import { openSession } from '~/features/accounts/sessions/session-data.server';
import { parseNames, parseTimeZone } from '~/features/accounts/settings/schema';
import { removeOwnPhoto, setOwnPhoto } from '~/features/accounts/photo/change-own-photo.server';
import {
  revokeOtherSessions,
  revokeSession,
} from '~/features/accounts/sessions/session-actions.server';
import { photos } from '~/features/accounts/photo/photo-objects.server';
import { signIn } from '~/features/accounts/sessions/sign-in.server';
import { objects } from '~/gateways/objects/index.server';
import { currentSequence } from '~/engine/events/index.server';
import { sql } from '~/lib/db/index.server';
import type { AppError } from '~/lib/errors';
import { newId } from '~/lib/ids.server';
import type { Session } from '~/http/session';
import { userScope } from '~/lib/scope';
import { DAY_MS } from '~/lib/time';

import { somewhere } from '../../factories/two-factor';
import { cookieOf, createUser, PASSWORD, signInCookie, type TestUser } from '../../factories/users';

const GONE = { code: 'not-found' };
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0';

let user: TestUser;
let cookie: string;
beforeEach(async () => {
  user = await createUser({ timeZone: 'Europe/Berlin' });
  cookie = await signInCookie(user);
});

const found = async (): Promise<Session> => (await authenticate(cookie))!;

describe('names', () => {
  test('change for all requests at once, and open tabs learn of it', async () => {
    const before = await currentSequence(sql, user.id);
    await changeNames(user.id, parseNames({ firstName: '  Augusta  Ada ', lastName: 'King' }));
    expect((await found()).user).toMatchObject({ firstName: 'Augusta Ada', lastName: 'King' });
    expect(await currentSequence(sql, user.id)).toBe(before + 1);
  });

  test.each([
    [{ firstName: ' ', lastName: '' }, ['firstName', 'lastName']],
    [{ firstName: 'Ada', lastName: 'x'.repeat(101) }, ['lastName']],
    [{ firstName: 'Ada' }, ['lastName']],
    [null, ['firstName', 'lastName']],
  ])('in the body %j are refused at the fields that are wrong', async (body, fields) => {
    const parsing = new Promise<AppError>(() => parseNames(body));
    const { code, fields: refused } = await parsing.catch((error: AppError) => error);
    expect([code, Object.keys(refused ?? {})]).toEqual(['invalid', fields]);
  });
});

describe('the time zone', () => {
  test('that the person chose takes precedence over the browser’s at the next sign-in', async () => {
    await chooseTimeZone(user.id, parseTimeZone({ timeZone: 'Asia/Tokyo' }));
    const client = { address: undefined, userAgent: null, secure: false };
    await signIn({ email: user.email, password: PASSWORD, timeZone: 'America/New_York' }, client);
    expect((await found()).user.timeZone).toBe('Asia/Tokyo');
    expect((await openAccountTab(await found(), new Date())).timeZones).toEqual({
      chosen: 'Asia/Tokyo',
      browser: 'America/New_York',
    });
    await chooseTimeZone(user.id, parseTimeZone({ timeZone: null }));
    expect((await found()).user.timeZone).toBe('America/New_York');
  });

  test.each([{ timeZone: 'Mars/Olympus' }, { timeZone: '' }, { timeZone: 3 }, {}, null])(
    'is refused in the body %j',
    (body) => {
      expect(() => parseTimeZone(body)).toThrowError(
        expect.objectContaining({ code: 'invalid' }) as Error,
      );
    },
  );
});

describe('a person’s sessions', () => {
  async function signInWith(userAgent: string) {
    const opened = await openSession({ userId: user.id, userAgent, secure: false });
    return { id: opened.sessionId, cookie: cookieOf(opened.setCookie) };
  }

  function collectEnded() {
    const ended: unknown[] = [];
    onTestFinished(onSessionEnded((event) => void ended.push(event)));
    return ended;
  }

  test('are listed with device and times in the person’s time zone, the current one first, without expired ones', async () => {
    const other = await signInWith(FIREFOX);
    const expired = await signInWith(FIREFOX);
    await sql.query(
      `UPDATE sessions SET created_at = '2026-11-20T23:30:00Z', last_used_at = '2026-11-21T09:00:00Z' WHERE id = $1`,
      [other.id],
    );
    await sql.query(`UPDATE sessions SET expires_at = now() WHERE id = $1`, [expired.id]);
    await signInCookie(await createUser());
    const { sessions } = await openAccountTab(await found(), new Date());
    expect(sessions.map(({ isThis }) => isThis)).toEqual([true, false]);
    expect(sessions[1]).toEqual({
      id: other.id,
      device: 'Firefox on Linux',
      firstSeen: 'Nov 21, 2026, 12:30 AM',
      lastUsed: 'Nov 21, 2026, 10:00 AM',
      isThis: false,
    });
  });

  test('can be revoked one by one, at once, by no one else', async () => {
    const other = await signInWith(FIREFOX);
    const ended = collectEnded();
    await expect(revokeSession(userScope(newId()), other.id, somewhere)).rejects.toMatchObject(
      GONE,
    );
    await expect(revokeSession((await createUser()).id, other.id, somewhere)).rejects.toMatchObject(
      GONE,
    );
    expect(await authenticate(other.cookie)).not.toBeNull();
    await revokeSession(user.id, other.id, somewhere);
    expect(await authenticate(other.cookie)).toBeNull();
    expect(await authenticate(cookie)).not.toBeNull();
    expect(ended).toEqual([{ userId: user.id, sessionId: other.id }]);
    await expect(revokeSession(user.id, other.id, somewhere)).rejects.toMatchObject(GONE);
  });

  test('can be revoked except for the current one, which needs a recent login', async () => {
    const others = [await signInWith(FIREFOX), await signInWith('curl')];
    const stranger = await signInCookie(await createUser());
    await sql.query(
      `UPDATE sessions SET authenticated_at = now() - interval '11 minutes' WHERE user_id = $1`,
      [user.id],
    );
    await expect(revokeOtherSessions(await found(), somewhere)).rejects.toMatchObject({
      code: 'forbidden',
    });
    await sql.query(`UPDATE sessions SET authenticated_at = now() WHERE user_id = $1`, [user.id]);
    const ended = collectEnded();
    await revokeOtherSessions(await found(), somewhere);
    for (const other of others) expect(await authenticate(other.cookie)).toBeNull();
    expect(ended).toHaveLength(2);
    expect(await authenticate(cookie)).not.toBeNull();
    expect(await authenticate(stranger)).not.toBeNull();
  });
});

describe('the photo', () => {
  const drawn = (format: 'png' | 'jpeg') =>
    sharp({ create: { width: 640, height: 300, channels: 3, background: '#336699' } })
      .withExif({ IFD0: { Artist: 'A photographer' } })
      .toFormat(format)
      .toBuffer();

  const put = async (bytes: Buffer, name = 'me.png') =>
    setOwnPhoto(user.id, name, Readable.from([bytes]));
  const keys = async () =>
    (await (await objects()).list(`account-pictures/${user.id}/`)).objects.map(({ key }) => key);

  test('becomes a small square without the metadata of its file, and has a URL of its own', async () => {
    const first = await put(await drawn('jpeg'));
    const { user: now } = await found();
    expect(now.pictureId).toBe(first);
    const response = await photos.serve(now.id, now.pictureId);
    expect(response.headers.get('content-type')).toBe('image/webp');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('cache-control')).toBe('private, no-cache, no-transform');
    expect(response.headers.get('vary')).toBe('Cookie');
    expect((await photos.serve(now.id, now.pictureId, response.headers.get('etag'))).status).toBe(
      304,
    );
    const metadata = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect(metadata).toMatchObject({ format: 'webp', width: 256, height: 256 });
    expect(metadata.exif).toBeUndefined();

    const second = await put(await drawn('png'));
    expect(photoUrl(second)).not.toBe(photoUrl(first));
    expect(await keys()).toEqual([`account-pictures/${user.id}/${second}`]);
  });

  test('can be removed for good, even twice', async () => {
    await put(await drawn('png'));
    await removeOwnPhoto(user.id);
    await removeOwnPhoto(user.id);
    expect(await keys()).toEqual([]);
    await expect(photos.serve(user.id, (await found()).user.pictureId)).rejects.toMatchObject(GONE);
  });

  test.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'isn’t a PNG'],
    ['a text', Buffer.from('hello'), 'isn’t a PNG'],
    ['half an image', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'may be damaged'],
    ['nothing', Buffer.alloc(0), 'is empty'],
  ])('can’t be %s, which leaves the previous photo in place', async (_file, bytes, why) => {
    const before = await put(await drawn('png'));
    await expect(put(bytes, 'odd.png')).rejects.toMatchObject({
      code: 'invalid',
      userMessage: expect.stringContaining(why) as string,
    });
    expect((await found()).user.pictureId).toBe(before);
    expect(await keys()).toHaveLength(1);
  });

  test('that no one has is removed by a job after a day', async () => {
    const inUse = await put(await drawn('png'));
    const store = await objects();
    const orphan = `account-pictures/${user.id}/${newId()}`;
    await store.put(orphan, Buffer.from('x'), { type: 'image/webp' });
    await purgePhotos(new Date());
    expect(await keys()).toContain(orphan);
    await purgePhotos(new Date(Date.now() + 2 * DAY_MS));
    expect(await keys()).toEqual([`account-pictures/${user.id}/${inUse}`]);
    expect((await buffer((await store.get((await keys())[0]!)).body)).length).toBeGreaterThan(50);
  });
});
