import { z } from 'zod';

import {
  IMAGE_SIZES,
  MAX_SEED,
  MAX_BRAND_TEXT,
  MAX_NEGATIVE_PROMPT,
  MAX_PROMPT,
  MAX_IMAGES,
  MAX_LORA_SCALE,
  STYLES,
} from '../media';

/** Strips NULs and lone surrogates: PostgreSQL rejects them. */
const text = z.string().transform((given) => given.replaceAll('\0', '').toWellFormed().trim());

/** What a browser may ask for; apart from the types, which pages take without zod. */
export const imageRequest = z.object({
  prompt: text.pipe(
    z
      .string()
      .min(1, 'Please describe the picture.')
      .max(MAX_PROMPT, `A prompt can have ${MAX_PROMPT} characters at the most.`),
  ),
  negativePrompt: text
    .pipe(z.string().max(MAX_NEGATIVE_PROMPT, 'What it should not show is too long.'))
    .optional(),
  model: z.string().min(1).max(200),
  size: z.enum(IMAGE_SIZES),
  count: z.int().min(1).max(MAX_IMAGES),
  seed: z.int().min(0).max(MAX_SEED).optional(),
  style: z.enum(STYLES).optional(),
  profileId: z.uuid().nullable().default(null),
  brandText: text
    .pipe(z.string().max(MAX_BRAND_TEXT, 'What is said of the brand is too long.'))
    .default(''),
  referenceId: z.uuid().optional(),
  loraId: z.uuid().optional(),
  loraScale: z.number().min(0).max(MAX_LORA_SCALE).optional(),
});
