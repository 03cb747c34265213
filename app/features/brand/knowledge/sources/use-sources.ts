import { useCallback, useEffect, useRef, useState } from 'react';

import { onEvent, onMissed } from '~/engine/events';
import { showFailure } from '~/features/accounts';
import { client, refusalText } from '~/http/client';
import { toastSuccess } from '~/ui/feedback/toast';

import type { SourcesApi } from './routes/sources';
import type { SourceView } from './source';
import { sourceTexts } from './texts';

const api = client<SourcesApi>();

export interface Sources {
  /** Newest first; null until they are loaded. */
  sources: readonly SourceView[] | null;
  failed: boolean;
  reload(): void;
}

/** A profile's sources, kept current by live events. */
export function useSources(profileId: string): Sources {
  const [sources, setSources] = useState<readonly SourceView[] | null>(null);
  const [failed, setFailed] = useState(false);
  const latest = useRef(0);

  const reload = useCallback(() => {
    latest.current += 1;
    const current = latest.current;
    api.get('/api/profiles/:id/sources', { params: { id: profileId } }).then(
      ({ items }) => {
        if (current !== latest.current) return;
        setSources(items);
        setFailed(false);
      },
      (error: unknown) => {
        if (current !== latest.current) return;
        setFailed(true);
        showFailure(error, sourceTexts.loadFailed);
      },
    );
  }, [profileId]);
  useEffect(() => {
    reload();
    return () => {
      // A response that arrives later belongs to nothing that is shown.
      latest.current += 1;
    };
  }, [reload]);
  useEffect(
    () =>
      onEvent('source', (event) => {
        setSources((old) => {
          if (old === null) return old;
          if (event.type === 'removed') return old.filter(({ id }) => id !== event.id);
          if (event.source.profileId !== profileId) return old;
          return withSource(old, event.source);
        });
      }),
    [profileId],
  );
  useEffect(() => onMissed(reload), [reload]);
  return { sources, failed, reload };
}

/** The list with a source as it is now; ids sort by time. */
function withSource(list: readonly SourceView[], source: SourceView): SourceView[] {
  const others = list.filter(({ id }) => id !== source.id);
  return [...others, source].sort((one, other) => other.id.localeCompare(one.id));
}

type Act = 'resync' | 'pause' | 'resume';

const FAILED: Record<Act, string> = {
  resync: sourceTexts.resyncFailed,
  pause: sourceTexts.pauseFailed,
  resume: sourceTexts.resumeFailed,
};

/** Resolves to false after telling the person that it failed. */
export async function requestAct(act: Act, { profileId, id }: SourceView): Promise<boolean> {
  const params = { params: { id: profileId, sourceId: id } };
  try {
    if (act === 'resync') await api.post('/api/profiles/:id/sources/:sourceId/resync', params);
    else if (act === 'pause') await api.post('/api/profiles/:id/sources/:sourceId/pause', params);
    else await api.post('/api/profiles/:id/sources/:sourceId/resume', params);
    return true;
  } catch (error) {
    showFailure(error, refusalText(error, FAILED[act]));
    return false;
  }
}

/** Deletes a source and offers to undo that; false after telling the person that it failed. */
export async function removeSource(
  { profileId, id }: SourceView,
  restored: () => void = () => {},
): Promise<boolean> {
  const params = { id: profileId, sourceId: id };
  try {
    await api.del('/api/profiles/:id/sources/:sourceId', { params });
  } catch (error) {
    showFailure(error, refusalText(error, sourceTexts.deleteFailed));
    return false;
  }
  const restore = () =>
    api
      .post('/api/profiles/:id/sources/:sourceId/restore', { params })
      .then(restored, (error) => showFailure(error, refusalText(error, sourceTexts.restoreFailed)));
  toastSuccess(sourceTexts.deleted, { label: 'Undo', run: () => void restore() });
  return true;
}

/** The pages of a source that couldn't be read. */
export async function requestFailedPages({ profileId, id }: SourceView, after: number) {
  const params = { id: profileId, sourceId: id };
  const search = { failed: '1', after: String(after) };
  const { pages } = await api.get('/api/profiles/:id/sources/:sourceId', { params, search });
  return pages;
}
