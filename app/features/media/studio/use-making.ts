import { useState } from 'react';

import { showFailure } from '~/features/accounts';
import { type Estimated, type Refused, useEstimate } from '~/features/billing';
import { type ProfileChoice, useProfiles } from '~/features/brand';

import {
  fieldsShown,
  type ImageForm,
  inPlaceOf,
  loraOf,
  loraRequest,
  modelOf,
  requestOf,
} from '../images/image-form';
import type { ImageModel, ImageRequest, JobView, VideoRequest } from '../media';
import { imagesApi, requestBrandText, videosApi } from '../media-requests';
import { pageTexts } from '../page-texts';
import type { ReadyLora, Studio } from './studio';
import { type BrandText, useBrandText } from '../images/use-brand-text';
import { type FieldProblems, useCreateImages } from '../images/use-create-images';

export interface Making {
  model: ImageModel | null;
  /** Those to choose from, and the chosen one, whose abilities `model` has. */
  loras: readonly ReadyLora[];
  lora: ReadyLora | null;
  profiles: readonly ProfileChoice[] | null;
  profileId: string | null;
  /** What the server makes of the profile. */
  brand: BrandText;
  /** What the person made of that; null where it is the same. */
  brandText: string | null;
  estimated: Estimated;
  pending: boolean;
  /** Why they were not asked for, where no field below says it. */
  error: Refused | null;
  /** What the server found wrong at which field. */
  fields: FieldProblems;
  promptMissing: boolean;
  /** Something was changed: what was wrong may be right. */
  clear(): void;
  create(): Promise<JobView | null>;
}

/** From what the form holds to images: with what model and brand, what they cost, and asking for them. */
export function useMaking(studio: Studio, form: ImageForm): Making {
  const [promptMissing, setPromptMissing] = useState(false);
  const [reading, setReading] = useState(false);
  const [asked, setAsked] = useState(0);
  const { profiles, selected } = useProfiles(studio.profiles);
  const images = useCreateImages();
  const { loras } = studio;
  const lora = loraOf(form, loras);
  const model = inPlaceOf(modelOf(form, studio.models), lora);

  const isThere = profiles?.some(({ id }) => id === form.profileId);
  const profileId =
    form.profileId === undefined ? (selected?.id ?? null) : isThere ? form.profileId : null;
  const brand = useBrandText(profileId);
  const brandText = form.brandText === brand.text ? null : form.brandText;
  const known = profileId === null ? '' : (form.brandText ?? brand.text);
  const request = model && {
    ...requestOf(form, model, { profileId, text: known ?? '' }),
    ...loraRequest(form, lora),
  };
  const estimated = useImageEstimate(request, asked);
  const isWritten = form.prompt.trim() !== '';
  const named = Object.keys(images.fields);
  const shown = model && fieldsShown(model, studio.models, profileId);
  const saidAtField = named.length > 0 && named.every((field) => shown?.has(field));

  /** What goes in of the brand; null: it cannot be had, and they were told. */
  async function readBrand(): Promise<string | null> {
    if (known !== null || profileId === null) return known;
    setReading(true);
    try {
      return await requestBrandText(profileId);
    } catch (error) {
      showFailure(error, pageTexts.brandFailed);
      return null;
    } finally {
      setReading(false);
    }
  }

  return {
    model,
    loras,
    lora,
    profiles,
    profileId,
    brand,
    brandText,
    estimated,
    pending: images.pending || reading,
    error: saidAtField ? null : images.error,
    fields: images.fields,
    promptMissing: promptMissing && !isWritten,
    clear: images.clear,
    async create() {
      if (model === null) return null;
      if (!isWritten) {
        setPromptMissing(true);
        return null;
      }
      const text = await readBrand();
      if (text === null) return null;
      const wanted = requestOf(form, model, { profileId, text });
      const job = await images.create({ ...wanted, ...loraRequest(form, lora) });
      setAsked((times) => times + 1);
      return job;
    },
  };
}

/** What the request is expected to cost, followed as it changes. `after` anything that may have changed what there is. */
function useImageEstimate(request: ImageRequest | null, after: number): Estimated {
  // What it costs is worth knowing before there is a prompt, and does not depend on the words.
  return useEstimate(request && { ...request, prompt: '?', brandText: '' }, askForImages, after);
}

/** The same of a video. */
export function useVideoEstimate(request: VideoRequest | null, after: number): Estimated {
  return useEstimate(request && { ...request, prompt: '?' }, askForVideo, after);
}

function askForImages(body: ImageRequest, signal: AbortSignal) {
  return imagesApi.post('/api/media/images/estimate', { body, signal });
}

function askForVideo(body: VideoRequest, signal: AbortSignal) {
  return videosApi.post('/api/media/videos/estimate', { body, signal });
}
