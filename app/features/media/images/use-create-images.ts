import { useRef, useState } from 'react';

import { refusedBy, type Refused } from '~/features/billing';
import { newClientKey } from '~/lib/client-key';
import { onSignedOut, RequestRefused } from '~/http/client';

import type { ImageRequest, JobView, VideoRequest } from '../media';
import { imagesApi, videosApi } from '../media-requests';
import { pageTexts } from '../page-texts';

export type FieldProblems<Request = ImageRequest> = Readonly<
  Partial<Record<keyof Request, string>>
>;

const NONE: FieldProblems<never> = {};

export interface CreateMedia<Request> {
  pending: boolean;
  /** Why the last ones were not asked for. */
  error: Refused | null;
  /** What is wrong at which field of the request. */
  fields: FieldProblems<Request>;
  clear(): void;
  /** The job; null: it was not begun, and `error` says why. */
  create(request: Request): Promise<JobView | null>;
}

/** Asks for images. */
export function useCreateImages(): CreateMedia<ImageRequest> {
  return useCreateMedia(
    (body: ImageRequest & Key) => imagesApi.post('/api/media/images', { body }),
    pageTexts.createFailed,
  );
}

/** Asks for a video. */
export function useCreateVideo(): CreateMedia<VideoRequest> {
  return useCreateMedia(
    (body: VideoRequest & Key) => videosApi.post('/api/media/videos', { body }),
    pageTexts.videoFailed,
  );
}

interface Key {
  clientKey: string;
}

/** What was asked without an answer and is asked again is made once. */
function useCreateMedia<Request>(
  ask: (body: Request & Key) => Promise<JobView>,
  failed: string,
): CreateMedia<Request> {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<Refused | null>(null);
  const [fields, setFields] = useState<FieldProblems<Request>>(NONE);
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
        const job = await ask({ clientKey: open.current.key, ...request });
        open.current = null;
        return job;
      } catch (failure) {
        // Refused, it was not begun: the next one is another.
        if (failure instanceof RequestRefused && failure.status < 500) open.current = null;
        setFields(fieldsOf(failure));
        if (!signedOut) setError(refusedBy(failure, failed));
        return null;
      } finally {
        stop();
        setPending(false);
      }
    },
  };
}

/** The fields that the server named. */
function fieldsOf<Request>(failure: unknown): FieldProblems<Request> {
  const body =
    failure instanceof RequestRefused ? (failure.body as { fields?: unknown } | null) : null;
  const fields = body?.fields;
  return typeof fields === 'object' && fields !== null ? (fields as FieldProblems<Request>) : NONE;
}
