import { z } from 'zod';

import {
  IMAGE_SIZES,
  MAX_BRAND_TEXT,
  MAX_NEGATIVE_PROMPT,
  MAX_PROMPT,
  MAX_IMAGES,
  MAX_LORA_SCALE,
  MAX_SUBJECT_TEXT,
  STYLES,
} from '../media';
import { pageTexts } from '../page-texts';
import { model, prompt, seed, text } from '../schema';

/** Apart from the types, which pages use without zod. */
export const imageRequest = z.object({
  prompt: prompt(MAX_PROMPT, pageTexts.promptMissing),
  negativePrompt: text
    .pipe(z.string().max(MAX_NEGATIVE_PROMPT, 'Leave out can have up to 1,000 characters.'))
    .optional(),
  model,
  size: z.enum(IMAGE_SIZES),
  count: z.int().min(1).max(MAX_IMAGES),
  seed: seed.optional(),
  style: z.enum(STYLES).optional(),
  profileId: z.uuid().nullable().default(null),
  brandText: text
    .pipe(z.string().max(MAX_BRAND_TEXT, 'Brand details can have up to 4,000 characters.'))
    .default(''),
  referenceId: z.uuid().optional(),
  // Up to two UTF-16 units a code point.
  subjectText: text.pipe(z.string().max(2 * MAX_SUBJECT_TEXT)).optional(),
  loraId: z.uuid().optional(),
  loraScale: z.number().min(0).max(MAX_LORA_SCALE).optional(),
});
