import { z } from 'zod';

import { mediaTexts } from '../refusals';
import {
  isTriggerWord,
  LORA_IMAGES,
  LORA_RANK,
  LORA_STEPS,
  MAX_CAPTION,
  MAX_LORA_NAME,
} from './lora';

// What the routes of LoRAs take.

/** Strips NULs and lone surrogates: PostgreSQL rejects them. */
const line = z.string().transform((given) => given.replaceAll('\0', '').toWellFormed().trim());
const name = line.pipe(
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
/** Empty until someone has thought of one. */
const triggerWord = line.refine(
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
  caption: line.pipe(z.string().max(MAX_CAPTION, mediaTexts.loraCaption)),
});
export const trainingEstimate = z.object({
  images: z.int().min(0).max(LORA_IMAGES.most),
  steps,
});
/** No image is trained on until someone confirms that they may use it. */
export const training = z.object({
  clientKey: z.uuid(),
  rightsConfirmed: z.literal(true, mediaTexts.loraRights),
});
