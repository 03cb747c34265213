import { addressOf } from '~/http/client';

import {
  IMAGE_SIZES,
  MAX_SEED,
  MAX_IMAGES,
  MAX_LORA_SCALE,
  STYLES,
  USUAL_LORA_SCALE,
  type ImageModel,
  type ImageRequest,
  type ImageSize,
  type Style,
} from '../media';
import type { ReadyLora } from '../studio/studio';

/** An image that the next one starts from. */
export interface Reference {
  id: string;
  thumbUrl: string;
}

/** What the form holds; some of it may be more than the chosen model can do. */
export interface ImageForm {
  prompt: string;
  negativePrompt: string;
  /** '' for the first there is. */
  model: string;
  size: ImageSize;
  count: number;
  /** Null: another one each time. */
  seed: number | null;
  style: Style;
  /** Undefined: the profile in use, whichever that is. */
  profileId: string | null | undefined;
  /** What goes into the prompt of the brand, where the person has changed it. */
  brandText: string | null;
  reference: Reference | null;
  /** A LoRA in the model's place. */
  loraId: string | null;
  loraScale: number;
}

export const EMPTY_FORM: ImageForm = {
  prompt: '',
  negativePrompt: '',
  model: '',
  size: '1024x1024',
  count: 1,
  seed: null,
  style: 'none',
  profileId: undefined,
  brandText: null,
  reference: null,
  loraId: null,
  loraScale: USUAL_LORA_SCALE,
};

/** The model that is asked; null where there is none at all. */
export function modelOf(form: ImageForm, models: readonly ImageModel[]): ImageModel | null {
  return models.find(({ id }) => id === form.model) ?? models[0] ?? null;
}

/** The LoRA that is chosen, where it is still there. */
export function loraOf(form: ImageForm, loras: readonly ReadyLora[]): ReadyLora | null {
  return loras.find(({ id }) => id === form.loraId) ?? null;
}

/** What the LoRA can be told, under the name of the model whose place it takes: without it, that one is asked again. */
export function inPlaceOf(model: ImageModel | null, lora: ReadyLora | null): ImageModel | null {
  return lora === null ? model : { ...lora.model, id: model?.id ?? lora.model.id };
}

/** What a request says of its LoRA. */
export function loraRequest(
  form: ImageForm,
  lora: ReadyLora | null,
): Pick<ImageRequest, 'loraId' | 'loraScale'> {
  return lora === null ? {} : { loraId: lora.id, loraScale: form.loraScale };
}

/** What the form comes to with this model: what the model cannot do stays in the form, but is not asked for. */
export function shownOf(form: ImageForm, model: ImageModel): ImageForm {
  const { supports, sizes } = model;
  return {
    ...form,
    model: model.id,
    size: sizes.includes(form.size) ? form.size : (sizes[0] ?? form.size),
    count: Math.min(form.count, Math.max(1, supports.count)),
    seed: supports.seed ? form.seed : null,
    negativePrompt: supports.negativePrompt ? form.negativePrompt : '',
    reference: supports.reference ? form.reference : null,
  };
}

/** The fields of a request that have a place in the form, with this model and profile. */
export function fieldsShown(
  { supports }: ImageModel,
  models: readonly ImageModel[],
  profileId: string | null,
): ReadonlySet<string> {
  const fields: (keyof ImageRequest)[] = ['prompt', 'size'];
  if (supports.count > 1) fields.push('count');
  if (supports.reference) fields.push('referenceId');
  if (supports.negativePrompt) fields.push('negativePrompt');
  if (models.length > 1) fields.push('model');
  if (profileId !== null) fields.push('brandText');
  return new Set<string>(fields);
}

/** What is asked of the server. */
export function requestOf(
  form: ImageForm,
  model: ImageModel,
  brand: { profileId: string | null; text: string },
): ImageRequest {
  const { prompt, negativePrompt, size, count, seed, style, reference } = shownOf(form, model);
  const brandText = brand.text.trim();
  return {
    prompt: prompt.trim(),
    ...(negativePrompt.trim() !== '' && { negativePrompt: negativePrompt.trim() }),
    model: model.id,
    size,
    count,
    ...(seed !== null && { seed }),
    ...(style !== 'none' && { style }),
    profileId: brandText === '' ? null : brand.profileId,
    brandText,
    ...(reference !== null && { referenceId: reference.id }),
  };
}

/** The form that asks for this once more. `seed` is the one that the image came from, where that is known. */
export function formOf(request: ImageRequest, seed: number | null): ImageForm {
  const { prompt, negativePrompt = '', model, size, count, style = 'none' } = request;
  return {
    prompt,
    negativePrompt,
    model,
    size,
    count,
    seed,
    style,
    profileId: request.profileId,
    brandText: request.brandText === '' && request.profileId === null ? null : request.brandText,
    reference: request.referenceId === undefined ? null : referenceTo(request.referenceId),
    loraId: request.loraId ?? null,
    loraScale: request.loraScale ?? USUAL_LORA_SCALE,
  };
}

export function referenceTo(id: string): Reference {
  return {
    id,
    thumbUrl: addressOf('/api/media/items/:id/file', { params: { id }, search: { size: '320' } }),
  };
}

/** The same, but other pictures. */
export function variationOf(request: ImageRequest): ImageRequest {
  const other = { ...request };
  delete other.seed;
  return other;
}

/** What a typed seed means; null where it is none. */
export function parseSeed(text: string): number | null {
  if (!/^\d{1,10}$/.test(text.trim())) return null;
  const seed = Number(text);
  return seed <= MAX_SEED ? seed : null;
}

/** The draft as it was kept; what is missing or odd in it is as in an empty form. */
export function readForm(kept: string): ImageForm {
  let found: unknown;
  try {
    found = JSON.parse(kept);
  } catch {
    return EMPTY_FORM;
  }
  if (typeof found !== 'object' || found === null) return EMPTY_FORM;
  const draft = found as Record<keyof ImageForm, unknown>;
  const reference = draft.reference as Partial<Reference> | null | undefined;
  return {
    prompt: text(draft.prompt) ?? '',
    negativePrompt: text(draft.negativePrompt) ?? '',
    model: text(draft.model) ?? '',
    size: oneOf(IMAGE_SIZES, draft.size) ?? EMPTY_FORM.size,
    count: oneOf([1, 2, 3, 4], draft.count) ?? EMPTY_FORM.count,
    seed: typeof draft.seed === 'number' ? parseSeed(String(draft.seed)) : null,
    style: oneOf(STYLES, draft.style) ?? EMPTY_FORM.style,
    profileId: draft.profileId === null ? null : text(draft.profileId),
    brandText: text(draft.brandText) ?? null,
    reference: typeof reference?.id === 'string' ? referenceTo(reference.id) : null,
    loraId: text(draft.loraId) ?? null,
    loraScale: readScale(draft.loraScale),
  };
}

/** The counts that a model offers. */
export function countsOf({ supports }: ImageModel): number[] {
  const most = Math.min(MAX_IMAGES, Math.max(1, supports.count));
  return Array.from({ length: most }, (_, index) => index + 1);
}

function readScale(value: unknown): number {
  const isScale = typeof value === 'number' && value >= 0 && value <= MAX_LORA_SCALE;
  return isScale ? value : USUAL_LORA_SCALE;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function oneOf<T>(choices: readonly T[], value: unknown): T | undefined {
  return choices.find((choice) => choice === value);
}
