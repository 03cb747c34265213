import { useSearchParams } from '@remix-run/react';
import { useCallback, useEffect, useState } from 'react';

import { showFailure } from '~/features/accounts';
import type { Estimated, Refused } from '~/features/billing';
import { type ProfileChoice, useProfiles } from '~/features/brand';
import { takeImagePrompt } from '~/features/chat';

import type { ImageModel, JobView } from '../media';
import { requestBrandText } from '../media-requests';
import { pageTexts } from '../page-texts';
import { chosenModel } from '../studio/form';
import type { ImageStudioData, ReadyLora } from '../studio/studio';
import { type FieldProblems, useCreateImages, useImageEstimate } from '../studio/use-create-media';
import { type FormDraft, useFormDraft } from '../studio/use-form-draft';
import {
  EMPTY_FORM,
  fieldsShown,
  type ImageForm,
  inPlaceOf,
  loraOf,
  loraRequest,
  readForm,
  requestOf,
} from './image-form';

/**
 * The form of the next images. `?lora=` in the address chooses a LoRA, once: it is then removed from the address, so that
 * another choice stays. An answer of the chat may have become the prompt.
 */
export function useImageForm(): FormDraft<ImageForm> {
  const { form, change } = useFormDraft('media:image', EMPTY_FORM, readForm);
  const [search, setSearch] = useSearchParams();
  const loraId = search.get('lora');
  useEffect(() => {
    if (loraId === null) return;
    // After the draft was restored.
    const frame = requestAnimationFrame(() => {
      change({ loraId });
      const options = { replace: true, preventScrollReset: true };
      setSearch((old) => {
        old.delete('lora');
        return old;
      }, options);
    });
    return () => cancelAnimationFrame(frame);
    // oxlint-disable-next-line react/exhaustive-deps -- `setSearch` is a new one each time
  }, [loraId, change]);
  useEffect(() => {
    // After the draft was restored.
    const frame = requestAnimationFrame(() => {
      const prompt = takeImagePrompt();
      if (prompt !== '') change({ prompt });
    });
    return () => cancelAnimationFrame(frame);
  }, [change]);
  return { form, change };
}

export interface BrandText {
  /** Null until it is loaded. */
  text: string | null;
  failed: boolean;
  retry(): void;
}

/** The part of a profile that goes into a prompt, as the server composes it. */
function useBrandText(profileId: string | null): BrandText {
  const [known, setKnown] = useState<{ profileId: string; text: string | null }>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (profileId === null) return;
    let current = true;
    requestBrandText(profileId).then(
      (text) => current && setKnown({ profileId, text }),
      // Shown at its field, which offers to try again.
      () => current && setKnown({ profileId, text: null }),
    );
    return () => {
      current = false;
    };
  }, [profileId, attempt]);
  const retry = useCallback(() => {
    setKnown(undefined);
    setAttempt((times) => times + 1);
  }, []);
  if (profileId === null) return { text: '', failed: false, retry };
  const isKnown = known?.profileId === profileId;
  return { text: isKnown ? known.text : null, failed: isKnown && known.text === null, retry };
}

export interface Making {
  model: ImageModel | null;
  /** The LoRAs to choose from, and the chosen one, whose abilities `model` has. */
  loras: readonly ReadyLora[];
  lora: ReadyLora | null;
  profiles: readonly ProfileChoice[] | null;
  profileId: string | null;
  /** What the server composes from the profile. */
  brand: BrandText;
  /** What the person changed that to; null if they haven't. */
  brandText: string | null;
  estimated: Estimated;
  pending: boolean;
  /** Why the images weren't created, if no field says it. */
  error: Refused | null;
  /** What the server found wrong with which field. */
  fields: FieldProblems;
  promptMissing: boolean;
  /** To be called after a change: what was wrong may be right now. */
  clear(): void;
  create(): Promise<JobView | null>;
}

/** From the form to images: the model and brand that they are made with, their cost, and their creation. */
export function useMaking(studio: ImageStudioData, form: ImageForm): Making {
  const [promptMissing, setPromptMissing] = useState(false);
  const [reading, setReading] = useState(false);
  const { profiles, selected } = useProfiles(studio.profiles);
  const images = useCreateImages();
  const { loras } = studio;
  const lora = loraOf(form, loras);
  const model = inPlaceOf(chosenModel(form.model, studio.models), lora);

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
  const estimated = useImageEstimate(request, images.sent);
  const isWritten = form.prompt.trim() !== '';
  const named = Object.keys(images.fields);
  const shown = model && fieldsShown(model, studio.models, profileId);
  const isShownAtField = named.length > 0 && named.every((field) => shown?.has(field));

  /** The brand text; null if it can't be loaded, which was reported. */
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
    error: isShownAtField ? null : images.error,
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
      return images.create({ ...wanted, ...loraRequest(form, lora) });
    },
  };
}
