import type { PrismaTx } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';

import { findProfile } from '../../profiles/profile-data.server';
import { profilesTexts } from '../../texts';
import { findSource, type SourceRow } from './source-data.server';
import { sourceTexts } from './texts';

/** The ids in an address. */
export interface SourceAddress {
  id: string | undefined;
  sourceId: string | undefined;
}

/** The profile's id as it is stored. @throws AppError `not-found` */
export async function ownProfileId(
  db: PrismaTx,
  userId: UserScope,
  id: string | undefined,
): Promise<string> {
  const profile = isId(id) ? await findProfile(db, userId, id) : null;
  if (!profile) throw new AppError('not-found', profilesTexts.gone);
  return profile.id;
}

/** @throws AppError `not-found` */
export async function ownSource(
  db: PrismaTx,
  userId: UserScope,
  { id, sourceId }: SourceAddress,
): Promise<SourceRow> {
  const row = isId(id) && isId(sourceId) ? await findSource(db, userId, id, sourceId) : null;
  if (!row) throw new AppError('not-found', sourceTexts.gone);
  return row;
}
