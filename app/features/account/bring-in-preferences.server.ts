import { join } from 'node:path';

import { saveArchived, type RestoreTarget } from '~/features/account-data/index.server';
import {
  adoptPicture,
  adoptTimeZone,
  hasPicture,
  validTimeZone,
} from '~/features/auth/index.server';
import { readPictureFile } from '~/features/media/index.server';
import { bringInSelection } from '~/features/profiles/index.server';
import { newId } from '~/lib/ids.server';
import { inTemporary } from '~/lib/temporary.server';

import { cutSquare, storeOwnPicture } from './picture/change-own-picture.server';
import { dropPicture, PICTURE_SIZE, PICTURE_TYPE } from './picture/picture-objects.server';

/** What somebody prefers, in an archive. Who they are (name, address, role) is no part of what comes back. */
export interface ArchivedPreferences {
  chosenTimeZone: string | null;
  selectedProfileId: string | null;
}

const MOST_BYTES = 20 * 1024 ** 2;

/** Brings in what this person has not chosen themselves yet. @throws AppError `unavailable` */
export async function bringInPreferences(
  target: RestoreTarget,
  row: ArchivedPreferences,
  picturePath: string | null,
): Promise<boolean> {
  const { userId } = target;
  const zone = validTimeZone(row.chosenTimeZone ?? undefined);
  const changes = [
    zone !== null && (await adoptTimeZone(userId, zone)),
    await bringInSelection(target, row.selectedProfileId),
    picturePath !== null && (await bringInPicture(target, picturePath)),
  ];
  return changes.includes(true);
}

async function bringInPicture(target: RestoreTarget, path: string): Promise<boolean> {
  const { userId } = target;
  if (await hasPicture(userId)) return false;
  return inTemporary(async (directory) => {
    const input = join(directory, 'archived');
    if (!(await saveArchived(target, path, input, MOST_BYTES))) return false;
    if (!(await makeSquare(userId, input, directory))) return false;
    const pictureId = newId();
    await storeOwnPicture(userId, pictureId, join(directory, 'file'));
    const isTaken = await adoptPicture(userId, pictureId);
    if (!isTaken) await dropPicture(userId, pictureId);
    return isTaken;
  });
}

/** One that is as ours are stays as it is; false for what is no picture. */
async function makeSquare(userId: string, input: string, directory: string): Promise<boolean> {
  const turn = { userId, isJob: true };
  const read = await readPictureFile(input, directory, turn, { kept: true });
  if (typeof read === 'string') return false;
  const isOurs =
    read.type === PICTURE_TYPE && read.width === PICTURE_SIZE && read.height === PICTURE_SIZE;
  if (isOurs) return true;
  return (await cutSquare(input, directory, turn)) === undefined;
}
