import { z } from 'zod';

import { jsonList } from './json-list.ts';
import { plainError } from './plain-error.ts';

const imageModel = z.strictObject({
  /** As the provider calls it. */
  id: z.string().min(1).max(200),
  kind: z.literal('image').default('image'),
  /** Unset: whoever IMAGE_BASE_URL is. */
  provider: z.enum(['openai', 'openrouter', 'replicate']).optional(),
  label: z.string().min(1).max(100).optional(),
  /** Weighed tokens for one picture. */
  tokens: z.int().min(0).max(10_000_000),
  sizes: z
    .array(z.enum(['1024x1024', '1536x1024', '1024x1536']))
    .min(1)
    .optional(),
  negativePrompt: z.boolean().optional(),
  seed: z.boolean().optional(),
  /** Takes an image to start from. */
  reference: z.boolean().optional(),
  /** What Replicate's model calls the input that takes it. */
  referenceInput: z.string().min(1).max(100).optional(),
  count: z.int().min(1).max(4).optional(),
});

/** What trains LoRAs; the first of the list is used. */
const trainingModel = z.strictObject({
  /** On Replicate; without a version its latest one. */
  id: z.string().regex(/^[\w.-]+\/[\w.-]+(?::\w+)?$/, 'must be owner/name or owner/name:version'),
  kind: z.literal('training'),
  label: z.string().min(1).max(100).optional(),
  /** Weighed tokens for a training, whatever its length. */
  tokens: z.int().min(0).max(100_000_000),
  /** And for each of its steps. */
  tokensPerStep: z.number().min(0).max(1_000_000),
  /** For each second that the provider bills, in place of the steps, up to the price that was told before. */
  tokensPerSecond: z.number().min(0).max(1_000_000).optional(),
  /** For one image made with what was trained. */
  pictureTokens: z.int().min(0).max(10_000_000),
});

const inputName = z.string().min(1).max(100);

/** On Replicate, where each model calls its inputs as it likes; those named here are the most frequent ones. */
const videoModel = z.strictObject({
  id: z.string().min(1).max(200),
  kind: z.literal('video'),
  provider: z.literal('replicate').default('replicate'),
  label: z.string().min(1).max(100).optional(),
  /** Weighed tokens for one second. */
  tokensPerSecond: z.int().min(0).max(1_000_000),
  /** How long its videos can be. */
  seconds: z.array(z.int().min(1).max(300)).min(1).max(20).default([5]),
  secondsInput: inputName.default('duration'),
  aspects: z
    .array(z.enum(['16:9', '9:16', '1:1']))
    .min(1)
    .default(['16:9', '9:16', '1:1']),
  aspectInput: inputName.default('aspect_ratio'),
  seed: z.boolean().default(false),
  seedInput: inputName.default('seed'),
  /** Can begin with a picture. */
  firstFrame: z.boolean().default(true),
  firstFrameInput: inputName.default('image'),
  /** What is sent besides with each request, such as a resolution. */
  inputs: z.record(inputName, z.union([z.string(), z.number(), z.boolean()])).default({}),
});

const MEDIA_KINDS = { image: imageModel, training: trainingModel, video: videoModel } as const;
const mediaModel = z
  .object({ kind: z.enum(['image', 'training', 'video']).default('image') })
  .loose()
  .transform((setting, context) => {
    const parsed = MEDIA_KINDS[setting.kind].safeParse(setting, { error: plainError });
    if (parsed.success) return parsed.data;
    for (const { path, message } of parsed.error.issues) {
      context.issues.push({ code: 'custom', input: setting, path, message });
    }
    return z.NEVER;
  });

/** A JSON list of models that make images or videos, and of what trains them. */
export const mediaModels = jsonList(mediaModel).refine((list) => list.length > 0, {
  error: 'must name at least one',
});

export type ImageModelSetting = z.output<typeof imageModel>;
export type VideoModelSetting = z.output<typeof videoModel>;
