import { z } from 'zod';

import { FORMAT_IDS, type FormatId } from '../formats/formats';
import { AppError } from '~/lib/errors';

import type { BriefRequest } from './briefs/brief';
import { checkBrief } from './briefs/check-brief';
import { briefRefusals } from './refusals';

// What the routes of briefs take. Each throws AppError `invalid` for anything else.

const givenBrief = z.looseObject({});
const clientKey = z.object({ clientKey: z.uuid() });

/** @throws AppError `invalid`, with what is wrong at which field. */
export function parseBrief(body: unknown): { brief: BriefRequest; clientKey: string } {
  return { brief: readBrief(body), ...read(clientKey, body) };
}

/** The same for the reckoning, which goes on while the topic is still being thought of. */
export function parseEstimate(body: unknown): BriefRequest {
  return readBrief(body, { topicMayBeMissing: true });
}

function readBrief(body: unknown, options?: { topicMayBeMissing: boolean }): BriefRequest {
  const { brief, problems } = checkBrief(read(givenBrief, body), options);
  if (brief) return brief;
  throw new AppError('invalid', briefRefusals.problems, { fields: problems });
}

const more = z.object({ formatId: z.enum(FORMAT_IDS), clientKey: z.uuid() });
const edit = z.object({ text: z.string(), version: z.int().min(1).max(2_147_483_647) });
const save = z.object({
  pieces: z
    .array(z.object({ id: z.uuid(), title: z.string(), folderId: z.uuid().nullable() }))
    .min(1)
    .max(100)
    .refine((pieces) => new Set(pieces.map(({ id }) => id)).size === pieces.length),
});

export function parseMore(body: unknown): { formatId: FormatId; clientKey: string } {
  return read(more, body);
}

export function parseAgain(body: unknown): { clientKey: string } {
  return read(clientKey, body);
}

export function parseEdit(body: unknown): { text: string; version: number } {
  return read(edit, body);
}

export function parseSave(body: unknown): z.output<typeof save> {
  return read(save, body);
}

function read<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new AppError('invalid', briefRefusals.unreadable);
  return parsed.data;
}
