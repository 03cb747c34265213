import { useRef, useState } from 'react';

import { RequestRefused } from '~/features/auth';
import { refusedBy, type Refused } from '~/features/billing';
import { newClientKey } from '~/lib/client-key';
import { onSignedOut } from '~/realtime';

import type { ImageRequest, JobView } from './media';
import { requestImages } from './media-requests';
import { pageMessages } from './page-messages';

export interface CreateImages {
  pending: boolean;
  /** Why the last ones were not asked for. */
  error: Refused | null;
  clear(): void;
  /** The job; null: it was not begun, and `error` says why. */
  create(request: ImageRequest): Promise<JobView | null>;
}

/** Asks for images. What was asked without an answer and is asked again is made once. */
export function useCreateImages(): CreateImages {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<Refused | null>(null);
  const open = useRef<{ asked: string; key: string } | null>(null);
  return {
    pending,
    error,
    clear: () => setError(null),
    async create(request) {
      const asked = JSON.stringify(request);
      if (open.current?.asked !== asked) open.current = { asked, key: newClientKey() };
      setPending(true);
      setError(null);
      let signedOut = false;
      const stop = onSignedOut(() => (signedOut = true));
      try {
        const job = await requestImages(request, open.current.key);
        open.current = null;
        return job;
      } catch (failure) {
        // Refused, it was not begun: the next one is another.
        if (failure instanceof RequestRefused && failure.status < 500) open.current = null;
        if (!signedOut) setError(refusedBy(failure, pageMessages.createFailed));
        return null;
      } finally {
        stop();
        setPending(false);
      }
    },
  };
}
