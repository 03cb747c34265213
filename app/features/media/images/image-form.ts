import {
  IMAGE_SIZES,
  MAX_IMAGES,
  MAX_LORA_SCALE,
  STYLES,
  DEFAULT_LORA_SCALE,
  type ImageModel,
  type ImageRequest,
  type ImageSize,
  type Style,
} from '../media';
import {
  draftChoice,
  draftReference,
  draftSeed,
  draftText,
  parseDraft,
  type Reference,
  referenceTo,
} from '../studio/form';
import type { ReadyLora } from '../studio/studio';

/** What the form holds, which may be more than the chosen model supports. */
export interface ImageForm {
  prompt: string;
  negativePrompt: string;
  /** '' for the first one. */
  model: string;
  size: ImageSize;
  count: number;
  /** Null: a new one for each image. */
  seed: number | null;
  style: Style;
  /** Undefined: the active profile. */
  profileId: string | null | undefined;
  /** The brand text as the person changed it; null if they haven't. */
  brandText: string | null;
  reference: Reference | null;
  /** A LoRA in place of the model. */
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
  loraScale: DEFAULT_LORA_SCALE,
};

/** The chosen LoRA, if it still exists. */
export function loraOf(form: ImageForm, loras: readonly ReadyLora[]): ReadyLora | null {
  return loras.find(({ id }) => id === form.loraId) ?? null;
}

/** What the LoRA supports, under the id of the model that it replaces: without the LoRA, that model is used again. */
export function inPlaceOf(model: ImageModel | null, lora: ReadyLora | null): ImageModel | null {
  return lora === null ? model : { ...lora.model, id: model?.id ?? lora.model.id };
}

/** The LoRA's part of a request. */
export function loraRequest(
  form: ImageForm,
  lora: ReadyLora | null,
): Pick<ImageRequest, 'loraId' | 'loraScale'> {
  return lora === null ? {} : { loraId: lora.id, loraScale: form.loraScale };
}

/** The form with only what this model supports; the rest stays in the form itself. */
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

/** The fields of a request that the form shows with this model and profile. */
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

/** The form that leads to this request. `seed`: the one that the image was made with, if it is known. */
export function formOf(request: ImageRequest, seed: number | null): ImageForm {
  const { prompt, subjectText, negativePrompt = '', model, size, count, style = 'none' } = request;
  return {
    // The form has no field for the text that an image is for.
    prompt: subjectText === undefined ? prompt : `${prompt}\n\n${subjectText}`,
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
    loraScale: request.loraScale ?? DEFAULT_LORA_SCALE,
  };
}

/** The same request for other images. */
export function variationOf(request: ImageRequest): ImageRequest {
  const other = { ...request };
  delete other.seed;
  return other;
}

/** A form from a stored draft; what is missing or invalid in it is as in an empty form. */
export function readForm(stored: string): ImageForm {
  const draft = parseDraft(stored);
  return {
    prompt: draftText(draft.prompt) ?? '',
    negativePrompt: draftText(draft.negativePrompt) ?? '',
    model: draftText(draft.model) ?? '',
    size: draftChoice(IMAGE_SIZES, draft.size) ?? EMPTY_FORM.size,
    count: draftChoice([1, 2, 3, 4], draft.count) ?? EMPTY_FORM.count,
    seed: draftSeed(draft.seed),
    style: draftChoice(STYLES, draft.style) ?? EMPTY_FORM.style,
    profileId: draft.profileId === null ? null : draftText(draft.profileId),
    brandText: draftText(draft.brandText) ?? null,
    reference: draftReference(draft.reference),
    loraId: draftText(draft.loraId) ?? null,
    loraScale: draftScale(draft.loraScale),
  };
}

function draftScale(value: unknown): number {
  const isScale = typeof value === 'number' && value >= 0 && value <= MAX_LORA_SCALE;
  return isScale ? value : DEFAULT_LORA_SCALE;
}

/** How many images a request to this model may be for. */
export function countsOf({ supports }: ImageModel): number[] {
  const max = Math.min(MAX_IMAGES, Math.max(1, supports.count));
  return Array.from({ length: max }, (_, index) => index + 1);
}
