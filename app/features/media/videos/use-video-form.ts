import { useSearchParams } from '@remix-run/react';
import { useEffect } from 'react';

import { showFailure } from '~/features/accounts';
import { toastSuccess } from '~/ui/feedback/toast';
import { refusalText } from '~/http/client';

import type { ItemDetails } from '../media';
import { itemsApi } from '../media-requests';
import { pageTexts } from '../page-texts';
import { referenceTo } from '../studio/form';
import { type FormDraft, useFormDraft } from '../studio/use-form-draft';
import { EMPTY_VIDEO, readVideoForm, videoFormOf, type VideoForm } from './video-form';

/**
 * The form of the next video. `?from=` in the address is an image that it begins with, `?like=` a video whose settings it
 * takes; `onTaken` is called when they are in the form.
 */
export function useVideoForm(onTaken: () => void): FormDraft<VideoForm> {
  const { form, change } = useFormDraft('media:video', EMPTY_VIDEO, readVideoForm);
  const [params, setParams] = useSearchParams();
  const [from, like] = [params.get('from'), params.get('like')];
  useEffect(() => {
    if (from === null && like === null) return;
    const abort = new AbortController();
    const clearAddress = () => setParams({}, { replace: true, preventScrollReset: true });
    const { signal } = abort;
    const params = { id: from ?? like ?? '' };
    itemsApi.get('/api/media/items/:id', { params, signal }).then(
      (item) => {
        if (abort.signal.aborted) return;
        clearAddress();
        const taken = from === null ? settingsOf(item) : firstFrameOf(item);
        if (!taken) return;
        change(taken.form);
        onTaken();
        toastSuccess(taken.text);
      },
      (error: unknown) => {
        if (abort.signal.aborted) return;
        clearAddress();
        showFailure(error, refusalText(error, pageTexts.settingsFailed));
      },
    );
    return () => abort.abort();
    // The address is read once; the setter and the callback are new ones each time.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [from, like]);
  return { form, change };
}

interface Taken {
  form: Partial<VideoForm>;
  text: string;
}

function firstFrameOf({ id, kind }: ItemDetails): Taken | null {
  if (kind !== 'image') return null;
  return { form: { firstFrame: referenceTo(id) }, text: pageTexts.firstFrameTaken };
}

function settingsOf({ video, seed }: ItemDetails): Taken | null {
  if (!video) return null;
  const form = { ...videoFormOf(video), ...(seed !== null && { seed }) };
  return { form, text: pageTexts.settingsTaken };
}
