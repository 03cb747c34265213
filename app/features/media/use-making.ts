import { useState } from 'react';

import { tellFailure } from '~/features/auth';
import type { Estimated, Refused } from '~/features/billing';
import { useProfiles, type ProfileChoice } from '~/features/profiles';

import { modelOf, requestOf, type ImageForm } from './image-form';
import type { ImageModel, JobView } from './media';
import { requestBrandText } from './media-requests';
import { pageMessages } from './page-messages';
import type { Studio } from './studio';
import { useBrandText, type BrandText } from './use-brand-text';
import { useCreateImages } from './use-create-images';
import { useImageEstimate } from './use-estimate';

export interface Making {
  model: ImageModel | null;
  profiles: readonly ProfileChoice[] | null;
  profileId: string | null;
  /** What the server makes of the profile. */
  brand: BrandText;
  /** What the person made of that; null where it is the same. */
  brandText: string | null;
  estimated: Estimated;
  pending: boolean;
  error: Refused | null;
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
  const model = modelOf(form, studio.models);

  const isThere = profiles?.some(({ id }) => id === form.profileId);
  const profileId =
    form.profileId === undefined ? (selected?.id ?? null) : isThere ? form.profileId : null;
  const brand = useBrandText(profileId);
  const brandText = form.brandText === brand.text ? null : form.brandText;
  const known = profileId === null ? '' : (form.brandText ?? brand.text);
  const request = model && requestOf(form, model, { profileId, text: known ?? '' });
  const estimated = useImageEstimate(request, asked);
  const isWritten = form.prompt.trim() !== '';

  /** What goes in of the brand; null: it cannot be had, and they were told. */
  async function readBrand(): Promise<string | null> {
    if (known !== null || profileId === null) return known;
    setReading(true);
    try {
      return await requestBrandText(profileId);
    } catch (error) {
      tellFailure(error, pageMessages.brandFailed);
      return null;
    } finally {
      setReading(false);
    }
  }

  return {
    model,
    profiles,
    profileId,
    brand,
    brandText,
    estimated,
    pending: images.pending || reading,
    error: images.error,
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
      const job = await images.create(requestOf(form, model, { profileId, text }));
      setAsked((times) => times + 1);
      return job;
    },
  };
}
