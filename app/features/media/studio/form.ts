import { addressOf } from '~/http/client';
import { fieldsOf, type Fields, parsedOf } from '~/lib/json';

import { MAX_SEED } from '../media';

// What the forms of images and videos share.

/** An image that the next one starts from, or that a video begins with. */
export interface Reference {
  id: string;
  thumbUrl: string;
}

export function referenceTo(id: string): Reference {
  return {
    id,
    thumbUrl: addressOf('/api/media/items/:id/file', { params: { id }, search: { size: '320' } }),
  };
}

/** The chosen model, else the first one; null where there is none. */
export function chosenModel<Model extends { id: string }>(
  id: string,
  models: readonly Model[],
): Model | null {
  return models.find((model) => model.id === id) ?? models[0] ?? null;
}

/** A typed seed; null if it isn't one. */
export function parseSeed(text: string): number | null {
  if (!/^\d{1,10}$/.test(text.trim())) return null;
  const seed = Number(text);
  return seed <= MAX_SEED ? seed : null;
}

/** The fields of a stored draft, whatever they are; none where it can't be read. */
export function parseDraft(stored: string): Fields {
  return fieldsOf(parsedOf(stored));
}

export function draftText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function draftChoice<T>(choices: readonly T[], value: unknown): T | undefined {
  return choices.find((choice) => choice === value);
}

export function draftSeed(value: unknown): number | null {
  return typeof value === 'number' ? parseSeed(String(value)) : null;
}

export function draftReference(value: unknown): Reference | null {
  const { id } = fieldsOf(value);
  return typeof id === 'string' ? referenceTo(id) : null;
}
