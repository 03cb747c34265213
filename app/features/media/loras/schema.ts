import { z } from 'zod';

import { mediaTexts } from '../refusals';
import { text } from '../schema';
import {
  isTriggerWord,
  LORA_IMAGES,
  LORA_RANK,
  LORA_STEPS,
  MAX_CAPTION,
  MAX_LORA_NAME,
} from './lora';

// What requests about LoRAs bring.

const name = text.pipe(
  z.string().min(1, mediaTexts.loraName).max(MAX_LORA_NAME, mediaTexts.loraName),
);
const steps = z
  .int(mediaTexts.loraSteps)
  .min(LORA_STEPS.min, mediaTexts.loraSteps)
  .max(LORA_STEPS.max, mediaTexts.loraSteps);
const rank = z
  .int(mediaTexts.loraRank)
  .min(LORA_RANK.min, mediaTexts.loraRank)
  .max(LORA_RANK.max, mediaTexts.loraRank);
/** May be empty until the training. */
const triggerWord = text.refine(
  (word) => word === '' || isTriggerWord(word),
  mediaTexts.loraTrigger,
);

export const newLora = z.object({ clientKey: z.uuid(), name });
export const loraChange = z.object({
  name: name.optional(),
  triggerWord: triggerWord.optional(),
  steps: steps.optional(),
  rank: rank.optional(),
});
export const loraCaption = z.object({
  caption: text.pipe(z.string().max(MAX_CAPTION, mediaTexts.loraCaption)),
});
export const trainingEstimate = z.object({
  images: z.int().min(0).max(LORA_IMAGES.max),
  steps,
});
/** A training needs the owner's confirmation that they may use the images. */
export const training = z.object({
  clientKey: z.uuid(),
  rightsConfirmed: z.literal(true, mediaTexts.loraRights),
});
