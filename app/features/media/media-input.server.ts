import { z } from 'zod';

import { AppError } from '~/lib/errors';
import { parseListCursor } from '~/lib/list-cursor';

import { imageRequestSchema } from './images/image-request';
import type { GalleryQuery } from './gallery/gallery.server';
import {
  isTriggerWord,
  MAX_CAPTION,
  MAX_LORA_NAME,
  LORA_PICTURES,
  LORA_RANK,
  LORA_STEPS,
} from './loras/lora-rules';
import type { ImageRequest, VideoRequest } from './media';
import { mediaTexts } from './texts';
import { videoRequestSchema } from './videos/video-request';

// What the routes of the media creator take. Each throws AppError `invalid` for anything else.

function reader<Schema extends z.ZodType>(schema: Schema) {
  return (body: unknown): z.output<Schema> => {
    const parsed = schema.safeParse(body);
    if (parsed.success) return parsed.data;
    // Ours are sentences; zod's own are not.
    const ours = parsed.error.issues.filter(({ message }) => /^[A-Z].*\.$/.test(message));
    const fields = ours.flatMap(({ path: [field], message }) =>
      typeof field === 'string' ? [[field, message] as const] : [],
    );
    throw new AppError('invalid', ours[0]?.message ?? mediaTexts.unreadable, {
      ...(fields.length > 0 && { fields: Object.fromEntries(fields.toReversed()) }),
    });
  };
}

const keyed = reader(z.object({ clientKey: z.uuid() }));
const imageRequest = reader(imageRequestSchema);
const videoRequest = reader(videoRequestSchema);

export function readImageRequest(body: unknown): { clientKey: string; request: ImageRequest } {
  return { clientKey: keyed(body).clientKey, request: imageRequest(body) };
}

/** Before anything is written a request still has its cost. */
export function readEstimateRequest(body: unknown): ImageRequest {
  return imageRequest(withPrompt(body));
}

function withPrompt(body: unknown): unknown {
  const given = body as { prompt?: unknown } | null;
  return typeof body === 'object' && given?.prompt === '' ? { ...given, prompt: '-' } : body;
}

export function readVideoRequest(body: unknown): { clientKey: string; request: VideoRequest } {
  return { clientKey: keyed(body).clientKey, request: videoRequest(body) };
}

export function readVideoEstimate(body: unknown): VideoRequest {
  return videoRequest(withPrompt(body));
}

export const readFavourite = reader(z.object({ favourite: z.boolean() }));

/** A wish for a mail, or word that the end was seen. */
export const readJobMark = reader(
  z.union([z.object({ mail: z.boolean() }), z.object({ seen: z.literal(true) })]),
);

const MAX_AT_ONCE = 200;
export const readItemIds = reader(
  z.object({
    ids: z
      .array(z.uuid())
      .min(1)
      .max(MAX_AT_ONCE, `Please choose ${MAX_AT_ONCE} pictures at the most.`),
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
  z.string().min(1, mediaTexts.loraName).max(MAX_LORA_NAME, mediaTexts.loraName),
);
const loraSteps = z
  .int(mediaTexts.loraSteps)
  .min(LORA_STEPS.min, mediaTexts.loraSteps)
  .max(LORA_STEPS.max, mediaTexts.loraSteps);

export const readNewLora = reader(z.object({ clientKey: z.uuid(), name: loraName }));

export const readLoraChange = reader(
  z.object({
    name: loraName.optional(),
    /** Empty while nobody has thought of one. */
    triggerWord: line
      .refine((word) => word === '' || isTriggerWord(word), mediaTexts.loraTrigger)
      .optional(),
    steps: loraSteps.optional(),
    rank: z
      .int(mediaTexts.loraRank)
      .min(LORA_RANK.min, mediaTexts.loraRank)
      .max(LORA_RANK.max, mediaTexts.loraRank)
      .optional(),
  }),
);

export const readCaption = reader(
  z.object({ caption: line.pipe(z.string().max(MAX_CAPTION, mediaTexts.loraCaption)) }),
);

export const readTrainingEstimate = reader(
  z.object({ images: z.int().min(0).max(LORA_PICTURES.most), steps: loraSteps }),
);

/** Nothing is learned from pictures that nobody says they may use. */
export const readTraining = reader(
  z.object({
    clientKey: z.uuid(),
    rightsConfirmed: z.literal(true, mediaTexts.loraRights),
  }),
);

const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

const itemKind = z.enum(['image', 'video']);

/** What of the gallery an address asks for. */
export function readGalleryQuery(search: URLSearchParams): GalleryQuery {
  const before = search.get('before');
  const place = before === null ? null : parseListCursor(before);
  const dateOf = (name: string) => {
    const value = search.get(name);
    return value === null ? null : reader(instant)(value);
  };
  const kind = search.get('kind');
  const loraId = search.get('loraId');
  return {
    before: place && { createdAt: new Date(place.date), id: place.id },
    favourite: search.get('favourite') === '1',
    kind: kind === null ? null : reader(itemKind)(kind),
    loraId: loraId === null ? null : reader(z.uuid())(loraId),
    from: dateOf('from'),
    to: dateOf('to'),
  };
}
