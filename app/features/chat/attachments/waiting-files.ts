import { newClientKey } from '~/lib/client-key';
import { MAX_FILE_BYTES } from '~/lib/files/readable-file';
import { fieldsOf } from '~/lib/json';
import { toastError } from '~/ui/feedback/toast';
import { client, noteSignedOut, refusalText, RequestRefused } from '~/http/client';

import { type AttachedFile, MAX_FILES } from './attachment';
import { attachmentTexts } from './texts';
import { attachmentRefusalText } from './refusals';
import type { AttachmentsApi } from './routes/attachments';

const api = client<AttachmentsApi>();
type Uploaded = Awaited<ReturnType<typeof api.post<'/api/attachments'>>>;

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
  request: XMLHttpRequest | null;
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
      request: null,
    };
    const problem = blob.size === 0 ? 'empty' : blob.size > MAX_FILE_BYTES ? 'size' : null;
    if (problem === null) {
      change((files) => [...files, file]);
      upload(file, change);
    } else {
      const error = attachmentRefusalText(file.name, problem);
      change((files) => [...files, { ...file, state: 'failed', error }]);
    }
  }
}

/** Uploads a file again that failed to arrive. */
export function retry(file: WaitingFile, change: ChangeFiles): void {
  update(change, file.key, { state: 'uploading', progress: 0, error: null, canRetry: false });
  upload(file, change);
}

/** Removes a file here and on the server. */
export function take({ key, request, file }: WaitingFile, change: ChangeFiles): void {
  change((files) => files.filter((other) => other.key !== key));
  request?.abort();
  // If this fails, a job removes the file within a day.
  if (file) {
    api.del('/api/attachments/:id', { params: { id: file.id } }).catch(() => undefined);
  }
}

function upload(file: WaitingFile, change: ChangeFiles): void {
  const { key, name, blob } = file;
  const request = new XMLHttpRequest();
  request.open('POST', '/api/attachments');
  request.setRequestHeader('Content-Type', 'application/octet-stream');
  request.setRequestHeader('X-File-Name', encodeURIComponent(name.toWellFormed()));
  request.responseType = 'json';
  request.upload.onprogress = ({ loaded, total }) =>
    update(change, key, { progress: total > 0 ? loaded / total : 0 });
  const fail = (error: string, canRetry: boolean) =>
    update(change, key, { state: 'failed', error, canRetry, request: null });
  request.onerror = () => fail(`“${name}” ${attachmentTexts.uploadFailed}`, true);
  request.onload = () => {
    const body: unknown = request.response;
    if (request.status === 401) noteSignedOut();
    if (request.status === 200 && isUploaded(body)) {
      update(change, key, { state: 'ready', progress: 1, file: body.file, request: null });
    } else {
      const ours = request.status >= 500 || request.status === 429;
      const otherwise = `“${name}” ${attachmentTexts.uploadFailed}`;
      fail(refusalText(new RequestRefused(request.status, body), otherwise), ours);
    }
  };
  update(change, key, { request });
  request.send(blob);
}

/** The answer of our server to a file that it accepted; another server may have answered instead. */
function isUploaded(body: unknown): body is Uploaded {
  const { id, name } = fieldsOf(fieldsOf(body).file);
  return typeof id === 'string' && typeof name === 'string';
}

function update(change: ChangeFiles, key: string, news: Partial<WaitingFile>): void {
  change((files) => files.map((file) => (file.key === key ? { ...file, ...news } : file)));
}
