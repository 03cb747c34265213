import { useNavigate } from '@remix-run/react';
import { useCallback, useEffect, useRef, useState } from 'react';

import { onConnection, onEvent, onMissed } from '~/engine/events';
import {
  follow,
  followFrom,
  isRunning,
  liveText,
  onTextEnd,
  stop,
  wake,
} from '~/engine/generation';
import { showFailure } from '~/features/accounts';
import { type Refused, refusedBy } from '~/features/billing';
import { client } from '~/http/client';
import { newClientKey } from '~/lib/client-key';
import { toastError } from '~/ui/feedback/toast';
import { useReload } from '~/ui/use-reload';

import { onContentChange } from '../../library/saved-requests';
import type { BriefsApi } from '../routes/briefs';
import type { VariantsApi } from '../routes/variants';
import { briefTexts } from '../texts';
import { nameOfVariant, STATE_WORDS } from '../variants/variant';
import type { BriefView, VariantView } from './brief';

const briefs = client<BriefsApi>();
const api = client<VariantsApi>();

export interface BriefActions {
  stop(variant: VariantView): Promise<void>;
  continueVariant(variant: VariantView): Promise<void>;
  regenerate(variant: VariantView): Promise<void>;
  more(variant: VariantView): Promise<void>;
  /** Sets the image in previews. */
  chooseImage(imageId: string | null): Promise<unknown>;
  /** Shows another text that was written at the same position. */
  choose(id: string): Promise<void>;
  reload(): void;
}

/** Keeps a brief's page up to date: follows its running variants, and reloads when something changes elsewhere. */
export function useBrief(brief: BriefView): {
  actions: BriefActions;
  announcement: string;
  /** Set when there weren't enough tokens for the last action. */
  refused: Refused | null;
} {
  const reload = useReload();
  const navigate = useNavigate();
  const [announcement, setAnnouncement] = useState('');
  const [refused, setRefused] = useState<Refused | null>(null);
  const latest = useRef(brief);
  useEffect(() => {
    latest.current = brief;
    for (const { id, state, text } of brief.results) {
      if (!isRunning(state)) continue;
      const known = liveText(id);
      if (known && !isRunning(known.state)) followFrom(id, text);
      else void follow(id, text);
    }
  }, [brief]);

  useEffect(() => {
    const stops = [
      onTextEnd((id, { state }) => {
        const { kind, results: variants } = latest.current;
        const variant = variants.find((one) => one.id === id);
        if (!variant) return;
        setAnnouncement(`${nameOfVariant(kind, variant)}: ${STATE_WORDS[state]}`);
        reload();
      }),
      onEvent('variant', (data) => {
        const { id, briefId } = data;
        if (briefId !== latest.current.id) return;
        wake(id);
        reload();
      }),
      onEvent('brief', (data) => {
        const { type, id } = data;
        if (id !== latest.current.id) return;
        if (type !== 'removed') return reload();
        // Not reloaded, because the brief no longer exists.
        toastError(briefTexts.briefGone);
        navigate('/copy-wizard', { replace: true });
      }),
      onContentChange((change) => {
        if (change.type !== 'removed') return;
        if (latest.current.results.some(({ saved }) => saved?.id === change.id)) reload();
      }),
      onConnection(() => wake()),
      onMissed(reload),
    ];
    return () => stops.forEach((end) => end());
  }, [reload, navigate]);

  /** Each action has its own client key, so that a retry within it runs only once. */
  const act = useCallback(
    async (what: (key: string) => Promise<unknown>, text: string) => {
      const key = newClientKey();
      setRefused(null);
      try {
        await what(key);
      } catch (error) {
        const refused = refusedBy(error, text);
        if (refused.tokens) setRefused(refused);
        else showFailure(error, refused.text);
      }
      reload();
    },
    [reload],
  );

  const [actions] = useState<BriefActions>(() => ({
    stop: ({ id }) => act(() => stop(id), briefTexts.stopFailed),
    continueVariant: ({ id }) =>
      act(async () => {
        const { state, text } = await api.post('/api/pieces/:id/continue', { params: { id } });
        if (isRunning(state)) followFrom(id, text);
      }, briefTexts.continueFailed),
    regenerate: ({ id }) =>
      act(
        (clientKey) => api.post('/api/pieces/:id/again', { params: { id }, body: { clientKey } }),
        briefTexts.againFailed,
      ),
    more: ({ formatId }) =>
      act((clientKey) => {
        const params = { id: latest.current.id };
        return briefs.post('/api/briefs/:id/more', { params, body: { formatId, clientKey } });
      }, briefTexts.moreFailed),
    chooseImage: (imageId) => {
      const params = { id: latest.current.id };
      // The page may be left right after the choice.
      return briefs.post('/api/briefs/:id/image', { params, body: { imageId }, keepalive: true });
    },
    choose: (id) =>
      act(() => api.post('/api/pieces/:id/choose', { params: { id } }), briefTexts.chooseFailed),
    reload,
  }));
  return { actions, announcement, refused };
}
