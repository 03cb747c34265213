import { z } from 'zod';

import { MAX_VIDEO_PROMPT, VIDEO_ASPECTS } from '../media';
import { pageTexts } from '../page-texts';
import { model, prompt, seed } from '../schema';

/** Apart from the types, which pages use without zod. */
export const videoRequest = z.object({
  prompt: prompt(MAX_VIDEO_PROMPT, pageTexts.videoPromptMissing),
  model,
  aspect: z.enum(VIDEO_ASPECTS),
  seconds: z.int().min(1).max(300),
  seed: seed.optional(),
  firstFrameId: z.uuid().optional(),
});
