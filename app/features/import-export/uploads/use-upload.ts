import { useEffect, useSyncExternalStore } from 'react';

import { client, RequestRefused, SignedOut } from '~/http/client';

import { type PartEnd, startUpload, type Upload, type UploadStatus } from './upload';
import { publishHere } from '../imports/import-events';
import type { ImportsApi } from '../imports/routes/imports';
import type { ImportView } from '../page/import-export';
import { partEndOf, sendPartsOf } from './send-part';

const never = () => () => undefined;

/** The upload of an import in this tab, and its status. Closing the tab meanwhile asks first. */
export function useUpload(id: string): { upload: Upload; status: UploadStatus } | null {
  const upload = useSyncExternalStore(subscribeToUploads, () => uploads.get(id));
  const status = useSyncExternalStore(upload?.subscribe ?? never, () => upload?.status());
  useEffect(() => {
    if (upload === undefined) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (uploads.size > 0) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [upload]);
  return upload && status ? { upload, status } : null;
}

const api = client<ImportsApi>();

/** They continue while the person visits other pages of the app. */
const uploads = new Map<string, Upload>();
const listeners = new Set<() => void>();

function subscribeToUploads(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Creates an import of these files and starts sending them. Rejects when the server refuses. */
export async function beginImport(files: readonly File[]): Promise<ImportView> {
  const named = files.map(({ name, size }) => ({ name: name.toWellFormed(), size }));
  const view = await api.post('/api/imports', { body: { files: named } });
  resumeUpload(view, files);
  publishHere(view);
  return view;
}

/** Sends what hasn't arrived yet; the files must be in the order of the import. */
export function resumeUpload(view: ImportView, files: readonly File[]): void {
  if (uploads.has(view.id)) return;
  const upload = startUpload(view, files, {
    send: sendPartsOf(view.id),
    finish: () => finish(view.id),
    pause,
    now: () => performance.now(),
  });
  uploads.set(view.id, upload);
  const stop = upload.subscribe(() => {
    if (upload.status().state !== 'ended') return;
    stop();
    remove(view.id);
    // Whatever ended it, the server has the new state.
    api.get('/api/imports/:id', { params: { id: view.id } }).then(publishHere, () => undefined);
  });
  notifyListeners();
}

export function stopUpload(id: string): void {
  uploads.get(id)?.stop();
}

function remove(id: string): void {
  uploads.delete(id);
  notifyListeners();
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

async function finish(id: string): Promise<PartEnd> {
  try {
    publishHere(await api.post('/api/imports/:id/read', { params: { id } }));
    return 'sent';
  } catch (error) {
    if (error instanceof SignedOut) return 'over';
    return error instanceof RequestRefused ? partEndOf(error.status, error.body, 10) : 'lost';
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    window.addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
}
