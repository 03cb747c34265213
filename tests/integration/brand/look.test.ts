import { Readable } from 'node:stream';

import sharp from 'sharp';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';

import { currentSequence } from '~/engine/events/index.server';
import { readStorage } from '~/engine/user-data/index.server';
import { listProfiles, openProfile, readLook, registerBrand } from '~/features/brand/index.server';
import { purgeLogos } from '~/features/brand/look/logos.server';
import { readSent } from '~/features/brand/grounding/read-grounding.server';
import { EMPTY_LOOK } from '~/features/brand/look/look';
import {
  removeLogo,
  saveLook,
  serveLogo,
  setLogo,
} from '~/features/brand/look/look-actions.server';
import { deleteProfile } from '~/features/brand/profiles/delete-profile.server';
import { duplicateProfile } from '~/features/brand/profiles/profile-actions.server';
import { previewDocument } from '~/features/copywriting/formats/preview-document.server';
import { readBrand } from '~/features/media/images/request-images.server';
import { objects } from '~/gateways/objects/index.server';
import { sql } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';
import { DAY_MS } from '~/lib/time';
import { env } from '~/settings/env.server';

import { createProfile } from '../../factories/profiles';
import { createUser, type TestUser } from '../../factories/users';

registerBrand();

const GONE = { code: 'not-found' };

let user: TestUser;
let profile: { id: string };
beforeEach(async () => {
  user = await createUser();
  profile = await createProfile(user);
});

const drawn = (width = 900, height = 300, format: 'png' | 'gif' | 'jpeg' = 'png') =>
  sharp({
    create: { width, height, channels: 4, background: { r: 200, g: 80, b: 20, alpha: 0.5 } },
  })
    .withExif({ IFD0: { Artist: 'A designer' } })
    .toFormat(format)
    .toBuffer();
const upload = async (bytes?: Buffer, id = profile.id) =>
  setLogo(user.id, id, 'logo.png', Readable.from([bytes ?? (await drawn())]));
const keys = async ({ id } = user) =>
  (await (await objects()).list(`brand-logos/${id}/`)).objects.map(({ key }) => key);
const logoOf = async (id = profile.id) => (await openProfile(user.id, id)).look.logoUrl;

describe('the colors and fonts of a profile', () => {
  const values = { primaryColor: '1F5F4A', headingFont: ' Fraunces ' };

  test('are saved as they are drawn, and tell the tabs and the lists', async () => {
    const before = await currentSequence(sql, user.id);
    const { saved, look } = await saveLook(user.id, profile.id, { version: 1, values });
    expect([saved, look.version]).toEqual([true, 2]);
    expect(look.values).toEqual({
      ...EMPTY_LOOK,
      primaryColor: '#1f5f4a',
      headingFont: 'Fraunces',
    });
    expect(await currentSequence(sql, user.id)).toBe(before + 1);
    expect((await openProfile(user.id, profile.id)).look).toEqual(look);
    expect((await listProfiles(user.id))[0]?.look).toEqual({ ...look.values, logoUrl: null });
    await createProfile(user, { name: 'Plain' });
    expect((await listProfiles(user.id))[1]?.look).toBeNull();
  });

  test('of an older version are refused with what is there now', async () => {
    await saveLook(user.id, profile.id, { version: 1, values });
    const late = { version: 1, values: { accentColor: '#ffffff' } };
    const { saved, look } = await saveLook(user.id, profile.id, late);
    expect([saved, look.version, look.values.primaryColor]).toEqual([false, 2, '#1f5f4a']);
    expect(look.values.accentColor).toBe('');
  });

  test('are refused when a color isn’t one', async () => {
    const odd = { version: 1, values: { primaryColor: 'url(//x)' } };
    await expect(saveLook(user.id, profile.id, odd)).rejects.toMatchObject({ code: 'invalid' });
  });

  test('are told to those who draw, and shown to the person', async () => {
    await saveLook(user.id, profile.id, { version: 1, values });
    const sentence = 'keep to a palette of dark green (#1f5f4a, primary)';
    expect(await readBrand(user.id, profile.id)).toContain(`Brand: Bakery\nLook: ${sentence}`);
    const sent = await readSent(user.id, profile.id, null);
    expect(sent.text).toBeNull();
    expect(sent.look).toContain(sentence);
  });
});

describe('a logo', () => {
  test('is a small lossless version of the image, sent so that nothing in it can run', async () => {
    const { logoUrl } = await upload();
    expect(logoUrl).toMatch(`/api/profiles/${profile.id}/logo?v=`);
    const response = await serveLogo(user.id, profile.id, null);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-cache, no-transform',
    });
    const metadata = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect(metadata).toMatchObject({ format: 'webp', width: 512, height: 171, hasAlpha: true });
    expect(metadata.exif).toBeUndefined();
    const again = await serveLogo(user.id, profile.id, response.headers.get('etag'));
    expect(again.status).toBe(304);
  });

  test('replaces the one before, can be removed, and counts as storage while it is there', async () => {
    const used = async () => (await readStorage(sql, user.id)).used;
    const { logoUrl } = await upload();
    const first = await used();
    expect(first).toBeGreaterThan(0);
    expect((await upload(await drawn(30, 30, 'gif'))).logoUrl).not.toBe(logoUrl);
    expect(await keys()).toHaveLength(1);
    await removeLogo(user.id, profile.id);
    await removeLogo(user.id, profile.id);
    expect(await keys()).toEqual([]);
    expect([await logoOf(), await used()]).toEqual([null, 0]);
    await expect(serveLogo(user.id, profile.id, null)).rejects.toMatchObject(GONE);
  });

  test('is shared by a duplicate, and goes with the last profile that has it', async () => {
    const { logoUrl } = await upload();
    const used = await readStorage(sql, user.id);
    const duplicate = await duplicateProfile(user.id, profile.id, 'copy');
    expect((await logoOf(duplicate))?.split('?')[1]).toBe(logoUrl?.split('?')[1]);
    expect(await readStorage(sql, user.id)).toEqual(used);
    await deleteProfile(user.id, profile.id);
    expect((await serveLogo(user.id, duplicate, null)).status).toBe(200);
    await upload(undefined, duplicate);
    expect(await keys()).toHaveLength(1);
    await deleteProfile(user.id, duplicate);
    expect(await keys()).toEqual([]);
  });

  test.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'isn’t a PNG'],
    ['half an image', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'may be damaged'],
    ['nothing', Buffer.alloc(0), 'is empty'],
    ['more than 20 MB', Buffer.alloc(20 * 1024 * 1024 + 1), 'is larger than 20 MB'],
  ])('can’t be %s, which leaves the one before', async (_file, bytes, why) => {
    const { logoUrl } = await upload();
    await expect(upload(bytes)).rejects.toMatchObject({
      code: 'invalid',
      userMessage: expect.stringContaining(why) as string,
    });
    expect(await logoOf()).toBe(logoUrl);
    expect(await keys()).toHaveLength(1);
  });

  test('needs room in the person’s storage', async () => {
    const quota = env().STORAGE_QUOTA;
    onTestFinished(() => void Object.assign(env(), { STORAGE_QUOTA: quota }));
    Object.assign(env(), { STORAGE_QUOTA: 10 });
    await expect(upload()).rejects.toMatchObject({
      code: 'conflict',
      userMessage: expect.stringContaining('Your storage is full') as string,
    });
    expect(await keys()).toEqual([]);
  });

  test('that no profile has is removed by a job after a day', async () => {
    await upload();
    const kept = await keys();
    const orphan = `brand-logos/${user.id}/${newId()}`;
    await (await objects()).put(orphan, Buffer.from('x'), { type: 'image/webp' });
    await purgeLogos(new Date());
    expect(await keys()).toContain(orphan);
    await purgeLogos(new Date(Date.now() + 2 * DAY_MS));
    expect(await keys()).toEqual(kept);
  });
});

test('another user’s look can’t be read or changed', async () => {
  const stranger = await createUser();
  const foreign = await createProfile(stranger);
  await setLogo(stranger.id, foreign.id, 'logo.png', Readable.from([await drawn()]));
  for (const id of [foreign.id, newId(), 'x', undefined]) {
    const attempts: (() => Promise<unknown>)[] = [
      () => saveLook(user.id, id, { version: 1, values: { primaryColor: '#ffffff' } }),
      () => setLogo(user.id, id, 'logo.png', Readable.from(['x'])),
      () => removeLogo(user.id, id),
      () => serveLogo(user.id, id, null),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject(GONE);
  }
  expect(await readLook(user.id, foreign.id)).toBeNull();
  expect(await keys(stranger)).toHaveLength(1);
});

describe('the preview of a page', () => {
  const preview = (profileId: string, name = 'Crumb') => {
    const body = new URLSearchParams({
      format: 'landing-page',
      text: '# Bread',
      name,
      profile: profileId,
    });
    return previewDocument(user.id, new Request('http://app.test/', { method: 'POST', body }));
  };

  test('wears the brand’s colors, fonts, and logo, and may still load nothing', async () => {
    const values = { primaryColor: '#ffe600', headingFont: 'x";}</style><b>' };
    await saveLook(user.id, profile.id, { version: 1, values });
    await upload();
    const response = await preview(profile.id);
    const html = await response.text();
    expect(html).toContain('--brand:#ffe600');
    expect(html).toContain('--on-brand:#000000');
    expect(html).toContain('--heading-font:"xstyleb", ');
    expect(html).toContain('<img class="logo" src="data:image/webp;base64,');
    expect(html.match(/<\/style>/g)).toHaveLength(1);
    const policy = response.headers.get('content-security-policy');
    expect(policy).toMatch(/^sandbox; default-src 'none'; /);
    expect(policy).toContain('img-src data:');
  });

  test('looks like no one’s when the brand has no look, is gone, or is another’s', async () => {
    const foreign = await createProfile(await createUser());
    for (const id of [profile.id, newId(), foreign.id, '']) {
      const html = await (await preview(id)).text();
      expect(html).toContain('--brand:#234e52');
      expect(html).not.toContain('<img');
    }
  });

  test('shows no logo while that can’t be read', async () => {
    await upload();
    await (await objects()).delete(await keys());
    const html = await (await preview(profile.id)).text();
    expect(html).not.toContain('<img');
    expect(html).toContain('<h1>Bread</h1>');
  });
});
