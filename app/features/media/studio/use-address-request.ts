import { useSearchParams } from '@remix-run/react';
import { useEffect, useRef } from 'react';

import { showFailure } from '~/features/accounts';
import { refusalText } from '~/http/client';

import type { ItemView, JobView } from '../media';
import { itemsApi, jobsApi } from '../media-requests';
import { pageTexts } from '../page-texts';

/** Takes the job of `?job=` in the address. */
export function useJobRequest(take: (job: JobView) => void): void {
  useAddressRequest('job', requestJob, pageTexts.requestFailed, take);
}

/** Takes the image or video of `?item=` in the address. */
export function useItemRequest(take: (item: ItemView) => void): void {
  useAddressRequest('item', requestItem, pageTexts.itemFailed, take);
}

const requestJob = (id: string, signal: AbortSignal) =>
  jobsApi.get('/api/media/jobs/:id', { params: { id }, signal });

const requestItem = (id: string, signal: AbortSignal) =>
  itemsApi.get('/api/media/items/:id', { params: { id }, signal });

/** Takes what a parameter of the address names, once: its id is then removed from the address. */
function useAddressRequest<Found>(
  name: string,
  request: (id: string, signal: AbortSignal) => Promise<Found>,
  failed: string,
  take: (found: Found) => void,
): void {
  const [search, setSearch] = useSearchParams();
  const id = search.get(name);
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
          old.delete(name);
          return old;
        },
        { replace: true, preventScrollReset: true },
      );
    request(id, abort.signal).then(
      (found) => {
        if (abort.signal.aborted) return;
        clearAddress();
        latest.current.take(found);
      },
      (error: unknown) => {
        if (abort.signal.aborted) return;
        clearAddress();
        showFailure(error, refusalText(error, failed));
      },
    );
    return () => abort.abort();
  }, [name, id, request, failed]);
}
