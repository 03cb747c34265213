import { useCallback, useEffect, useState } from 'react';

import { onEvent, onMissed } from '~/engine/events';
import { showFailure } from '~/features/accounts';
import { client, refusalText } from '~/http/client';
import { toastSuccess } from '~/ui/feedback/toast';

import type { SourcesApi } from './routes/sources';
import type { SourceView } from './source';
import { SourceList } from './source-list';
import { sourceTexts } from './texts';

const api = client<SourcesApi>();

export interface Sources {
  /** Newest first; null until they are loaded. */
  sources: readonly SourceView[] | null;
  failed: boolean;
  reload(): void;
}

/** A profile's sources, kept current by live events. For one profile as long as it is mounted. */
export function useSources(profileId: string): Sources {
  const [sources, setSources] = useState<readonly SourceView[] | null>(null);
  const [failed, setFailed] = useState(false);
  const [list] = useState(() => new SourceList(profileId));

  const reload = useCallback(() => {
    const loading = list.load();
    api.get('/api/profiles/:id/sources', { params: { id: profileId } }).then(
      ({ items }) => {
        if (!loading.isLatest()) return;
        setSources(loading.end(items));
        setFailed(false);
      },
      (error: unknown) => {
        if (!loading.isLatest()) return;
        setFailed(true);
        showFailure(error, sourceTexts.loadFailed);
      },
    );
  }, [list, profileId]);
  useEffect(() => {
    reload();
    // A response that arrives later belongs to nothing that is shown.
    return () => void list.load();
  }, [list, reload]);
  useEffect(() => onEvent('source', (event) => setSources(list.note(event))), [list]);
  useEffect(() => onMissed(reload), [reload]);
  return { sources, failed, reload };
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
