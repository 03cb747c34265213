import { readImageFile } from '~/lib/images/read-image.server';
import { join } from 'node:path';

import {
  allUserData,
  saveArchived,
  type ArchivedPreferences,
  type RestoreTarget,
} from '~/engine/user-data/index.server';
import { adoptPicture, adoptTimeZone, hasPicture } from '../users/users.server';
import { validTimeZone } from '../forms/account-fields';
import { newId } from '~/lib/ids.server';
import { inTemporary } from '~/lib/temporary.server';

import { cutSquare, storeOwnPicture } from '../picture/change-own-picture.server';
import { dropPicture, PICTURE_SIZE, PICTURE_TYPE } from '../picture/picture-objects.server';

const MAX_BYTES = 20 * 1024 ** 2;

/** Brings in what this person has not chosen themselves yet. @throws AppError `unavailable` */
export async function restorePreferences(
  target: RestoreTarget,
  row: ArchivedPreferences,
  picturePath: string | null,
): Promise<boolean> {
  const { userId } = target;
  const zone = validTimeZone(row.chosenTimeZone ?? undefined);
  const changes = [
    zone !== null && (await adoptTimeZone(userId, zone)),
    picturePath !== null && (await restorePicture(target, picturePath)),
  ];
  for (const { restorePreferences } of allUserData()) {
    changes.push((await restorePreferences?.(target, row)) ?? false);
  }
  return changes.includes(true);
}

async function restorePicture(target: RestoreTarget, path: string): Promise<boolean> {
  const { userId } = target;
  if (await hasPicture(userId)) return false;
  return inTemporary(async (directory) => {
    const input = join(directory, 'archived');
    if (!(await saveArchived(target, path, input, MAX_BYTES))) return false;
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
  const read = await readImageFile(input, directory, turn, { kept: true });
  if (typeof read === 'string') return false;
  const isOurs =
    read.type === PICTURE_TYPE && read.width === PICTURE_SIZE && read.height === PICTURE_SIZE;
  if (isOurs) return true;
  return (await cutSquare(input, directory, turn)) === undefined;
}
