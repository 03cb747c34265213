import { z } from 'zod';

import { MAX_SEED, MAX_VIDEO_PROMPT, VIDEO_ASPECTS } from '../media';

/** What a browser may ask for; apart from the types, which pages take without zod. */
export const videoRequest = z.object({
  prompt: z
    .string()
    // Strips NULs and lone surrogates: PostgreSQL rejects them.
    .transform((given) => given.replaceAll('\0', '').toWellFormed().trim())
    .pipe(
      z
        .string()
        .min(1, 'Please describe the video.')
        .max(MAX_VIDEO_PROMPT, `A prompt can have ${MAX_VIDEO_PROMPT} characters at the most.`),
    ),
  model: z.string().min(1).max(200),
  aspect: z.enum(VIDEO_ASPECTS),
  seconds: z.int().min(1).max(300),
  seed: z.int().min(0).max(MAX_SEED).optional(),
  firstFrameId: z.uuid().optional(),
});
