import { transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId } from '~/lib/ids.server';

import type { LoraImage } from '../../media';
import { mediaTexts } from '../../texts';
import { publishLora, lockedDraft } from '../lora-changes.server';
import { dropLoraImage } from '../lora-files.server';
import { deleteLoraImage, setCaption } from './lora-image-data.server';
import { loraImageView } from '../lora-view';

export interface ImagePlace {
  loraId: string | undefined;
  id: string | undefined;
}

/** Says what a picture shows. @throws AppError `not-found`, `conflict` */
export async function captionLoraImage(
  userId: string,
  { loraId, id }: ImagePlace,
  caption: string,
): Promise<LoraImage> {
  return transaction(async (tx) => {
    const lora = await lockedDraft(tx, userId, loraId);
    const row = isId(id) ? await setCaption(tx, userId, { loraId: lora.id, id, caption }) : null;
    if (!row) throw new AppError('not-found', mediaTexts.loraPictureGone);
    return loraImageView(row);
  });
}

/** @throws AppError `not-found`, `conflict` */
export async function removeLoraImage(userId: string, place: ImagePlace): Promise<void> {
  const { loraId, id } = await transaction(async (tx) => {
    const lora = await lockedDraft(tx, userId, place.loraId);
    const { id } = place;
    if (!isId(id) || !(await deleteLoraImage(tx, userId, lora.id, id))) {
      throw new AppError('not-found', mediaTexts.loraPictureGone);
    }
    await publishLora(tx, userId, lora.id);
    return { loraId: lora.id, id };
  });
  await dropLoraImage({ userId, loraId, id });
}
