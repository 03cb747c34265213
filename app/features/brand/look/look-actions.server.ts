import { join } from 'node:path';
import type { Readable } from 'node:stream';

import { publish } from '~/engine/events/index.server';
import { hasRoom, lockStorage } from '~/engine/user-data/index.server';
import { prisma, prismaTransaction, type PrismaTx, sql, type Sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { makeSmall, receiveImage, UploadRefused } from '~/lib/files/image-upload.server';
import { inTemporary } from '~/lib/files/temporary.server';
import { isId, newId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';

import {
  findProfile,
  lockProfiles,
  type ProfileRow,
  updateLogo,
  updateLook,
} from '../profiles/profile-data.server';
import { lookTexts, profilesTexts } from '../texts';
import { cleanLook } from './clean-look';
import type { BrandLook, LookValues, OpenLook } from './look';
import { logoDataUrl, logos, openLook, unusedLogo } from './logos.server';

/** @throws AppError `not-found` */
async function ownProfile(
  db: PrismaTx,
  userId: UserScope,
  id: string | undefined,
): Promise<ProfileRow> {
  const profile = isId(id) ? await findProfile(db, userId, id) : null;
  if (!profile) throw new AppError('not-found', profilesTexts.gone);
  return profile;
}

/**
 * Saves colors and fonts of a profile, unless someone else changed them first: then `saved` is false, and `look` is
 * their current state.
 * @throws AppError `not-found`, `invalid`
 */
export async function saveLook(
  userId: UserScope,
  id: string | undefined,
  { version, values: typed }: { version: number; values: Partial<LookValues> },
): Promise<{ saved: boolean; look: OpenLook }> {
  const values = cleanLook(typed);
  return prismaTransaction(async (tx, sql) => {
    const { id: profileId } = await ownProfile(tx, userId, id);
    const saved = await updateLook(tx, { userId, id: profileId, version }, values);
    const look = openLook(await ownProfile(tx, userId, profileId));
    if (saved) {
      const data = { type: 'look' as const, id: profileId, version: look.version };
      await publish(sql, userId, { topic: 'profile', data });
    }
    return { saved, look };
  });
}

/**
 * Gives a profile a logo: a small version of the image that was sent.
 * @throws AppError `not-found`, `invalid` with a sentence for the person, `conflict` when the storage is full,
 * `unavailable`
 */
export async function setLogo(
  userId: UserScope,
  id: string | undefined,
  name: string,
  body: Readable,
): Promise<{ logoUrl: string | null }> {
  const { id: profileId } = await ownProfile(prisma, userId, id);
  return inTemporary(async (directory) => {
    const input = join(directory, 'input');
    await receiveImage(body, input, name);
    const small = await makeSmall(input, directory, 'logo', { userId });
    if (typeof small === 'string') throw new UploadRefused(name, small);
    const { bytes } = small;
    await assertRoom(sql, userId, bytes);
    const logoId = newId();
    // Objects are stored before the row that names them.
    await logos.store(userId, logoId, join(directory, 'file'));
    try {
      return await exchangeLogo(userId, profileId, { logoId, logoBytes: bytes });
    } catch (error) {
      await logos.remove(userId, logoId);
      throw error;
    }
  });
}

/** Removes a profile's logo, if it has one. @throws AppError `not-found` */
export function removeLogo(
  userId: UserScope,
  id: string | undefined,
): Promise<{ logoUrl: string | null }> {
  return exchangeLogo(userId, id, { logoId: null, logoBytes: 0 });
}

async function exchangeLogo(
  userId: UserScope,
  id: string | undefined,
  logo: { logoId: string | null; logoBytes: number },
): Promise<{ logoUrl: string | null }> {
  const { unused, look } = await prismaTransaction(async (tx, sql) => {
    // A duplicate may be taking the same logo.
    await lockProfiles(sql, userId);
    const before = await ownProfile(tx, userId, id);
    if (logo.logoBytes > 0) {
      await lockStorage(sql, userId);
      // Other files may have been stored meanwhile.
      await assertRoom(sql, userId, logo.logoBytes);
    }
    await updateLogo(tx, userId, before.id, logo);
    await publish(sql, userId, { topic: 'profile', data: { type: 'list' } });
    return {
      unused: await unusedLogo(tx, userId, before.look.logoId),
      look: openLook({ ...before, look: { ...before.look, ...logo } }),
    };
  });
  if (unused !== null) await logos.remove(userId, unused);
  return { logoUrl: look.logoUrl };
}

async function assertRoom(on: Sql, userId: UserScope, bytes: number): Promise<void> {
  if (!(await hasRoom(on, userId, bytes))) throw new AppError('conflict', lookTexts.storageFull);
}

/** Sends a profile's logo to its owner. @throws AppError `not-found`, `unavailable` */
export async function serveLogo(
  userId: UserScope,
  id: string | undefined,
  ifNoneMatch: string | null,
): Promise<Response> {
  const { look } = await ownProfile(prisma, userId, id);
  return logos.serve(userId, look.logoId, ifNoneMatch);
}

/** The look of one of the user's profiles, with the logo itself in place of its address; null if there is no such profile. */
export async function readLook(userId: UserScope, id: string): Promise<BrandLook | null> {
  const profile = isId(id) ? await findProfile(prisma, userId, id) : null;
  if (!profile) return null;
  const { values, logoId } = profile.look;
  return { ...values, logoUrl: logoId && (await logoDataUrl(userId, logoId)) };
}
