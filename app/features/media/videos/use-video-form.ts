import { useSearchParams } from '@remix-run/react';
import { useCallback, useEffect, useState } from 'react';

import { showFailure } from '~/features/accounts';
import { readTypedDraft, writeDraft } from '~/ui/forms/drafts';
import { toastSuccess } from '~/ui/feedback/toast';
import { refusalText } from '~/http/client';

import { referenceTo } from '../images/image-form';
import type { ItemDetails } from '../media';
import { itemsApi } from '../media-requests';
import { pageTexts } from '../page-texts';
import { EMPTY_VIDEO, readVideoForm, videoFormOf, type VideoForm } from './video-form';

const DRAFT = 'media:video';

export interface VideoFormState {
  form: VideoForm;
  change(news: Partial<VideoForm>): void;
}

/**
 * The form of the next video, remembered while the tab is open. `?from=` in the address is an image that it begins with,
 * `?like=` a video whose settings it has; `onTaken` is called when they are in the form.
 */
export function useVideoForm(onTaken: () => void): VideoFormState {
  const [form, setForm] = useState(EMPTY_VIDEO);
  useEffect(() => {
    const kept = readTypedDraft(DRAFT);
    if (kept === '') return;
    const frame = requestAnimationFrame(() => {
      // What came before the page was alive counts over an older draft.
      setForm((now) => (now === EMPTY_VIDEO ? readVideoForm(kept) : now));
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  const change = useCallback((news: Partial<VideoForm>) => {
    setForm((old) => {
      const base = old === EMPTY_VIDEO ? readVideoForm(readTypedDraft(DRAFT)) : old;
      const next = { ...base, ...news };
      writeDraft(DRAFT, JSON.stringify(next));
      return next;
    });
  }, []);

  const [params, setParams] = useSearchParams();
  const [from, like] = [params.get('from'), params.get('like')];
  useEffect(() => {
    if (from === null && like === null) return;
    const abort = new AbortController();
    const forget = () => setParams({}, { replace: true, preventScrollReset: true });
    const { signal } = abort;
    const params = { id: from ?? like ?? '' };
    itemsApi.get('/api/media/items/:id', { params, signal }).then(
      (item) => {
        if (abort.signal.aborted) return;
        forget();
        const news = from === null ? settingsOf(item) : photoOf(item);
        if (!news) return;
        change(news.form);
        onTaken();
        toastSuccess(news.text);
      },
      (error: unknown) => {
        if (abort.signal.aborted) return;
        forget();
        showFailure(error, refusalText(error, pageTexts.settingsFailed));
      },
    );
    return () => abort.abort();
    // What the address says is taken once; the setter and the callback are others at each render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [from, like]);
  return { form, change };
}

interface News {
  form: Partial<VideoForm>;
  text: string;
}

function photoOf({ id, kind }: ItemDetails): News | null {
  if (kind !== 'image') return null;
  return { form: { firstFrame: referenceTo(id) }, text: pageTexts.firstFrameTaken };
}

function settingsOf({ video, seed }: ItemDetails): News | null {
  if (!video) return null;
  const form = { ...videoFormOf(video), ...(seed !== null && { seed }) };
  return { form, text: pageTexts.videoSettingsTaken };
}
