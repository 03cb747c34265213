import { useRef, useState } from 'react';

import { type Estimated, type Refused, refusedBy, useEstimate } from '~/features/billing';
import { newClientKey } from '~/lib/client-key';
import { onSignedOut, RequestRefused, refusedFields } from '~/http/client';

import type { ImageRequest, JobView, VideoRequest } from '../media';
import { imagesApi, videosApi } from '../media-requests';
import { pageTexts } from '../page-texts';

export type FieldProblems = Readonly<Partial<Record<string, string>>>;

const NONE: FieldProblems = {};

export interface CreateMedia<Request> {
  pending: boolean;
  /** Why the last request was refused. */
  error: Refused | null;
  /** What is wrong with which field of the request. */
  fields: FieldProblems;
  /** How many requests were sent: each may have changed what can be paid for. */
  sent: number;
  clear(): void;
  /** The job; null if it wasn't created, and `error` says why. */
  create(request: Request): Promise<JobView | null>;
}

export function useCreateImages(): CreateMedia<ImageRequest> {
  return useCreateMedia(
    (body: ImageRequest & Key) => imagesApi.post('/api/media/images', { body }),
    pageTexts.createFailed,
  );
}

export function useCreateVideo(): CreateMedia<VideoRequest> {
  return useCreateMedia(
    (body: VideoRequest & Key) => videosApi.post('/api/media/videos', { body }),
    pageTexts.videoFailed,
  );
}

interface Key {
  clientKey: string;
}

/** A request that got no answer and is sent again creates one job. */
function useCreateMedia<Request>(
  send: (body: Request & Key) => Promise<JobView>,
  failed: string,
): CreateMedia<Request> {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<Refused | null>(null);
  const [fields, setFields] = useState<FieldProblems>(NONE);
  const [sent, setSent] = useState(0);
  const open = useRef<{ request: string; key: string } | null>(null);
  return {
    pending,
    error,
    fields,
    sent,
    clear() {
      setError(null);
      setFields(NONE);
    },
    async create(wanted) {
      const request = JSON.stringify(wanted);
      if (open.current?.request !== request) open.current = { request, key: newClientKey() };
      setPending(true);
      setError(null);
      setFields(NONE);
      let signedOut = false;
      const stop = onSignedOut(() => (signedOut = true));
      try {
        const job = await send({ clientKey: open.current.key, ...wanted });
        open.current = null;
        return job;
      } catch (failure) {
        // A refused request created nothing, so the next one needs a new key.
        if (failure instanceof RequestRefused && failure.status < 500) open.current = null;
        setFields(refusedFields(failure));
        if (!signedOut) setError(refusedBy(failure, failed));
        return null;
      } finally {
        stop();
        setPending(false);
        setSent((times) => times + 1);
      }
    },
  };
}

/** The estimate of a request, kept up to date; a changed `sent` updates it too. */
export function useImageEstimate(request: ImageRequest | null, sent: number): Estimated {
  // The cost doesn't depend on the texts, and is shown before there is a prompt.
  return useEstimate(request && { ...request, prompt: '?', brandText: '' }, estimateImages, sent);
}

export function useVideoEstimate(request: VideoRequest | null, sent: number): Estimated {
  return useEstimate(request && { ...request, prompt: '?' }, estimateVideo, sent);
}

function estimateImages(body: ImageRequest, signal: AbortSignal) {
  return imagesApi.post('/api/media/images/estimate', { body, signal });
}

function estimateVideo(body: VideoRequest, signal: AbortSignal) {
  return videosApi.post('/api/media/videos/estimate', { body, signal });
}
