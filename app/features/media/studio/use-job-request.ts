import { useSearchParams } from '@remix-run/react';
import { useEffect, useRef } from 'react';

import { showFailure } from '~/features/accounts';
import { refusalText } from '~/http/client';

import type { JobView } from '../media';
import { jobsApi } from '../media-requests';
import { pageTexts } from '../page-texts';

/** Takes the job of `?job=` in the address, once: its id is then removed from the address. */
export function useJobRequest(take: (job: JobView) => void): void {
  const [search, setSearch] = useSearchParams();
  const id = search.get('job');
  const latest = useRef({ take, setSearch });
  useEffect(() => {
    latest.current = { take, setSearch };
  });
  useEffect(() => {
    if (id === null) return;
    const abort = new AbortController();
    const clearAddress = () =>
      latest.current.setSearch(
        (old) => {
          old.delete('job');
          return old;
        },
        { replace: true, preventScrollReset: true },
      );
    const { signal } = abort;
    jobsApi.get('/api/media/jobs/:id', { params: { id }, signal }).then(
      (job) => {
        if (abort.signal.aborted) return;
        clearAddress();
        latest.current.take(job);
      },
      (error: unknown) => {
        if (abort.signal.aborted) return;
        clearAddress();
        showFailure(error, refusalText(error, pageTexts.requestFailed));
      },
    );
    return () => abort.abort();
  }, [id]);
}
