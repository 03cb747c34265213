import { z } from 'zod';

import { AppError } from '~/lib/errors';

import { imageRequestSchema } from './image-request';
import type { GalleryQuery } from './items/gallery.server';
import {
  isTriggerWord,
  LONGEST_CAPTION,
  LONGEST_LORA_NAME,
  LORA_PICTURES,
  LORA_RANK,
  LORA_STEPS,
} from './loras/lora-rules';
import type { ImageRequest } from './media';
import { mediaMessages } from './messages';

// What the routes of the media creator take. Each throws AppError `invalid` for anything else.

function reader<Schema extends z.ZodType>(schema: Schema) {
  return (body: unknown): z.output<Schema> => {
    const parsed = schema.safeParse(body);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    // Ours are sentences; zod's own are not.
    const text = issue && /^[A-Z].*\.$/.test(issue.message) ? issue.message : null;
    throw new AppError('invalid', text ?? mediaMessages.unreadable);
  };
}

const keyed = reader(z.object({ clientKey: z.uuid() }));
const imageRequest = reader(imageRequestSchema);

export function readImageRequest(body: unknown): { clientKey: string; request: ImageRequest } {
  return { clientKey: keyed(body).clientKey, request: imageRequest(body) };
}

/** Before anything is written a request still has its cost. */
export function readEstimateRequest(body: unknown): ImageRequest {
  const given = body as { prompt?: unknown } | null;
  return imageRequest(
    typeof body === 'object' && given?.prompt === '' ? { ...given, prompt: '-' } : body,
  );
}

export const readFavourite = reader(z.object({ favourite: z.boolean() }));

const MOST_AT_ONCE = 200;
export const readItemIds = reader(
  z.object({
    ids: z
      .array(z.uuid())
      .min(1)
      .max(MOST_AT_ONCE, `Please choose ${MOST_AT_ONCE} pictures at the most.`),
  }),
);

/** A key of the browser's where it sends one. */
export const readRepeat = reader(
  z
    .object({ clientKey: z.uuid().optional() })
    .nullable()
    .transform((body) => body ?? {}),
);

/** Postgres takes no NUL, and nobody half a character. */
const line = z.string().transform((given) => given.replaceAll('\0', '').toWellFormed().trim());
const loraName = line.pipe(
  z.string().min(1, mediaMessages.loraName).max(LONGEST_LORA_NAME, mediaMessages.loraName),
);
const loraSteps = z
  .int(mediaMessages.loraSteps)
  .min(LORA_STEPS.min, mediaMessages.loraSteps)
  .max(LORA_STEPS.max, mediaMessages.loraSteps);

export const readNewLora = reader(z.object({ clientKey: z.uuid(), name: loraName }));

export const readLoraChange = reader(
  z.object({
    name: loraName.optional(),
    /** Empty while nobody has thought of one. */
    triggerWord: line
      .refine((word) => word === '' || isTriggerWord(word), mediaMessages.loraTrigger)
      .optional(),
    steps: loraSteps.optional(),
    rank: z
      .int(mediaMessages.loraRank)
      .min(LORA_RANK.min, mediaMessages.loraRank)
      .max(LORA_RANK.max, mediaMessages.loraRank)
      .optional(),
  }),
);

export const readCaption = reader(
  z.object({ caption: line.pipe(z.string().max(LONGEST_CAPTION, mediaMessages.loraCaption)) }),
);

export const readTrainingEstimate = reader(
  z.object({ images: z.int().min(0).max(LORA_PICTURES.most), steps: loraSteps }),
);

/** Nothing is learned from pictures that nobody says they may use. */
export const readTraining = reader(
  z.object({
    clientKey: z.uuid(),
    rightsConfirmed: z.literal(true, mediaMessages.loraRights),
  }),
);

/** What a Date can hold. */
const LATEST_MS = 8.64e15;
const position = z.tuple([z.coerce.number().int().min(-LATEST_MS).max(LATEST_MS), z.uuid()]);
const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

/** What of the gallery an address asks for. */
export function readGalleryQuery(search: URLSearchParams): GalleryQuery {
  const before = search.get('before');
  const place = before === null ? null : reader(position)(before.split('.'));
  const dateOf = (name: string) => {
    const value = search.get(name);
    return value === null ? null : reader(instant)(value);
  };
  return {
    before: place && { createdAt: new Date(place[0]), id: place[1] },
    favourite: search.get('favourite') === '1',
    from: dateOf('from'),
    to: dateOf('to'),
  };
}
