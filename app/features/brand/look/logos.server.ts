import { buffer } from 'node:stream/consumers';

import { storedImages } from '~/engine/user-data/index.server';
import type { PrismaTx } from '~/lib/db/index.server';
import { log } from '~/lib/log.server';
import type { UserScope } from '~/lib/scope';

import { isLogoUsed, knownLogos, type ProfileRow } from '../profiles/profile-data.server';
import { lookTexts } from '../texts';
import type { OpenLook } from './look';

/** The prefix of logos in the object store; their keys name the user and the logo. */
export const LOGO_OBJECTS = 'brand-logos/';

/** A logo has at most 512 by 512 pixels, so a larger file isn't one of ours. */
const MAX_BYTES = 2 * 1024 * 1024;

export const logos = storedImages({
  prefix: LOGO_OBJECTS,
  named: knownLogos,
  texts: {
    gone: lookTexts.logoGone,
    away: lookTexts.logoAway,
    failed: lookTexts.logoFailed,
  },
});

/** The URL of a profile's logo; a new logo has a new URL. */
export function logoUrl(profileId: string, logoId: string | null): string | null {
  return logoId && `/api/profiles/${profileId}/logo?v=${logoId}`;
}

export function openLook({ id, look: { version, values, logoId } }: ProfileRow): OpenLook {
  return { version, values, logoUrl: logoUrl(id, logoId) };
}

/** A logo that a profile had, if no other profile has it: its object may be removed. */
export async function unusedLogo(
  tx: PrismaTx,
  userId: UserScope,
  logoId: string | null,
): Promise<string | null> {
  return logoId !== null && !(await isLogoUsed(tx, userId, logoId)) ? logoId : null;
}

/** A logo for a document that may not load anything; null if it can't be read now. */
export async function logoDataUrl(userId: UserScope, logoId: string): Promise<string | null> {
  try {
    const { body, length } = await logos.read(userId, logoId);
    if (length > MAX_BYTES) {
      body.destroy();
      return null;
    }
    return `data:image/webp;base64,${(await buffer(body)).toString('base64')}`;
  } catch (err) {
    log.warn({ err, userId }, 'a logo could not be read, its page is shown without it');
    return null;
  }
}

/** A job: removes logos that no profile has and that are older than a day. */
export const purgeLogos = logos.purge;
