
import { RequestRefused, SignedOut } from '~/http/client';

import { publishHere } from '../imports/import-changes';
import type { ImportView } from '../page/transfer';
import { requestImport, requestNewImport, requestReading } from '../transfer-requests';
import { partEndOf, sendPartsOf } from './send-part';
import { startUpload, type PartEnd, type Upload } from './upload';

/** They go on while other pages of the app are looked at. */
const uploads = new Map<string, Upload>();
const listeners = new Set<() => void>();

export function subscribeToUploads(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The upload of this import that goes on in this tab. */
export function uploadOf(id: string): Upload | undefined {
  return uploads.get(id);
}

/** Some go on that closing the tab would break off. */
export function isUploading(): boolean {
  return uploads.size > 0;
}

/** Makes an import of these files and begins to send them. Rejects when the server does not want it. */
export async function beginImport(files: readonly File[]): Promise<ImportView> {
  const view = await requestNewImport(files);
  resumeUpload(view, files);
  publishHere(view);
  return view;
}

/** Sends what has not arrived yet; the files are in the order of the import. */
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
    // Whatever ended it: how it stands now, the server knows.
    requestImport(view.id).then(publishHere, () => undefined);
  });
  tellListeners();
}

/** Breaks off what goes on for this import. */
export function stopUpload(id: string): void {
  uploads.get(id)?.stop();
}

function remove(id: string): void {
  uploads.delete(id);
  tellListeners();
}

function tellListeners(): void {
  for (const listener of listeners) listener();
}

async function finish(id: string): Promise<PartEnd> {
  try {
    publishHere(await requestReading(id));
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
