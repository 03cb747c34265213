import { restoredTime, type RestoreTarget } from '~/engine/user-data/index.server';
import { findOwnProfile } from '~/features/brand/index.server';
import { transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';

import { findOneOf, insertBrief, setCreation, undelete } from './brief-data.server';
import { checkBrief } from './check-brief';
import { briefRefusals } from '../refusals';

/** A brief in an archive. */
export interface ArchivedBrief {
  id: string;
  kind: string;
  formatIds: string[];
  variants: number;
  profileId: string | null;
  topic: string;
  audience: string;
  goal: string;
  tone: string;
  length: string;
  language: string;
  keywords: string[];
  callToAction: string;
  createdAt: string;
}

/**
 * Brings in a brief that is not there yet; one that was deleted and has not been removed is taken out of the bin. Its
 * texts come after it. @throws AppError `invalid`
 */
export async function restoreBrief(target: RestoreTarget, row: ArchivedBrief): Promise<boolean> {
  const { userId } = target;
  const id = target.idOf('briefs', row.id);
  const { kind, formatIds, variants, profileId, createdAt, ...fields } = row;
  const checked = checkBrief(
    { kind, formatIds, variants, profileId: null, fields },
    { topicMayBeMissing: true },
  );
  if (checked.problems) {
    const [problem] = Object.values(checked.problems);
    throw new AppError('invalid', problem ?? briefRefusals.unreadable);
  }
  const profile = await findOwnProfile(userId, target.idsOf('profiles', profileId));
  return transaction(async (tx) => {
    const there = await findOneOf(tx, userId, target.idsOf('briefs', row.id));
    if (there) {
      if (there.deleted) await undelete(tx, userId, there.id);
      return there.deleted;
    }
    // Nobody asks for it again by a key of theirs: its own id is one that nobody else has.
    const brief = { ...checked.brief, profileId: profile };
    await insertBrief(tx, { userId, id, clientKey: id, brief });
    await setCreation(tx, userId, { id, createdAt: restoredTime(createdAt) });
    return true;
  });
}
