import { useRef, useState } from 'react';

import { refusalText, RequestRefused } from '~/features/auth';
import { newClientKey } from '~/lib/client-key';
import { onSignedOut } from '~/realtime';

import type { ImageRequest, JobView } from './media';
import { requestImages } from './media-requests';
import { pageMessages } from './page-messages';

export type FieldProblems = Readonly<Partial<Record<keyof ImageRequest, string>>>;

const NONE: FieldProblems = {};

export interface CreateImages {
  pending: boolean;
  /** Why the last ones were not asked for. */
  error: string | null;
  /** What is wrong at which field of the request. */
  fields: FieldProblems;
  clear(): void;
  /** The job; null: it was not begun, and `error` says why. */
  create(request: ImageRequest): Promise<JobView | null>;
}

/** Asks for images. What was asked without an answer and is asked again is made once. */
export function useCreateImages(): CreateImages {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [fields, setFields] = useState<FieldProblems>(NONE);
  const open = useRef<{ asked: string; key: string } | null>(null);
  return {
    pending,
    error,
    fields,
    clear() {
      setError(null);
      setFields(NONE);
    },
    async create(request) {
      const asked = JSON.stringify(request);
      if (open.current?.asked !== asked) open.current = { asked, key: newClientKey() };
      setPending(true);
      setError(null);
      setFields(NONE);
      let signedOut = false;
      const stop = onSignedOut(() => (signedOut = true));
      try {
        const job = await requestImages(request, open.current.key);
        open.current = null;
        return job;
      } catch (failure) {
        // Refused, it was not begun: the next one is another.
        if (failure instanceof RequestRefused && failure.status < 500) open.current = null;
        setFields(fieldsOf(failure));
        if (!signedOut) setError(refusalText(failure, pageMessages.createFailed));
        return null;
      } finally {
        stop();
        setPending(false);
      }
    },
  };
}

/** The fields that the server named. */
function fieldsOf(failure: unknown): FieldProblems {
  const body =
    failure instanceof RequestRefused ? (failure.body as { fields?: unknown } | null) : null;
  const fields = body?.fields;
  return typeof fields === 'object' && fields !== null ? fields : NONE;
}
