import { newClientKey } from '~/lib/client-key';
import { MAX_FILE_BYTES } from '~/lib/files/readable-file';
import { toastError } from '~/ui/feedback/toast';
import { client, refusalText, RequestRefused } from '~/http/client';

import { type AttachedFile, MAX_FILES } from './attachment';
import { attachmentTexts } from './texts';
import { attachmentRefusalText } from './refusals';
import type { AttachmentsApi } from './routes/attachments';

const api = client<AttachmentsApi>();

/** A file for the next message: uploading, uploaded, or refused. */
export interface WaitingFile {
  key: string;
  name: string;
  size: number;
  blob: File;
  state: 'uploading' | 'ready' | 'failed';
  /** The uploaded share, from 0 to 1. */
  progress: number;
  /** Why it was refused. */
  error: string | null;
  /** The failure wasn't the file's fault. */
  canRetry: boolean;
  /** As the server stored it. */
  file: AttachedFile | null;
  /** Cancels its upload. */
  upload: AbortController | null;
}

export type ChangeFiles = (change: (now: readonly WaitingFile[]) => readonly WaitingFile[]) => void;

/** Starts to upload picked, dropped, or pasted files. `now` is the number of files already waiting. */
export function addFiles(picked: readonly File[], now: number, change: ChangeFiles): void {
  const room = Math.max(0, MAX_FILES - now);
  if (picked.length > room) toastError(attachmentTexts.tooMany);
  for (const blob of picked.slice(0, room)) {
    const file: WaitingFile = {
      key: newClientKey(),
      name: blob.name || 'pasted file',
      size: blob.size,
      blob,
      state: 'uploading',
      progress: 0,
      error: null,
      canRetry: false,
      file: null,
      upload: null,
    };
    const problem = blob.size === 0 ? 'empty' : blob.size > MAX_FILE_BYTES ? 'size' : null;
    if (problem === null) {
      change((files) => [...files, file]);
      void upload(file, change);
    } else {
      const error = attachmentRefusalText(file.name, problem);
      change((files) => [...files, { ...file, state: 'failed', error }]);
    }
  }
}

/** Uploads a file again that failed to arrive. */
export function retry(file: WaitingFile, change: ChangeFiles): void {
  update(change, file.key, { state: 'uploading', progress: 0, error: null, canRetry: false });
  void upload(file, change);
}

/** Removes a file here and on the server. */
export function take({ key, upload, file }: WaitingFile, change: ChangeFiles): void {
  change((files) => files.filter((other) => other.key !== key));
  upload?.abort();
  // If this fails, a job removes the file within a day.
  if (file) {
    api.del('/api/attachments/:id', { params: { id: file.id } }).catch(() => undefined);
  }
}

async function upload({ key, name, blob }: WaitingFile, change: ChangeFiles): Promise<void> {
  const set = (news: Partial<WaitingFile>) => update(change, key, news);
  const upload = new AbortController();
  set({ upload });
  try {
    const { uploading } = await import('~/http/upload');
    const uploads = client<AttachmentsApi>(uploading((progress) => set({ progress })));
    const { file } = await uploads.post('/api/attachments', {
      bytes: blob,
      headers: { 'X-File-Name': encodeURIComponent(name.toWellFormed()) },
      signal: upload.signal,
    });
    set({ state: 'ready', progress: 1, file });
  } catch (error) {
    const status = error instanceof RequestRefused ? error.status : 0;
    set({
      state: 'failed',
      error: refusalText(error, `“${name}” ${attachmentTexts.uploadFailed}`),
      canRetry: status === 0 || status === 429 || status >= 500,
    });
  }
}

function update(change: ChangeFiles, key: string, news: Partial<WaitingFile>): void {
  change((files) => files.map((file) => (file.key === key ? { ...file, ...news } : file)));
}
