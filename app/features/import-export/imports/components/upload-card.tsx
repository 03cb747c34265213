import { client } from '~/http/client';
import { formatBytes, formatCount } from '~/lib/format/numbers';
import { Button } from '~/ui/button';
import { useOnline } from '~/ui/online';
import { ProgressBar } from '~/ui/feedback/progress';

import { listed, pageTexts, timeLeftText } from '../../page/texts';
import { sameFiles } from '../picked-files';
import type { ImportsApi } from '../routes/imports';
import type { ImportView } from '../../page/import-export';
import { arrivedBytes, sizeOf } from '../../uploads/parts';
import { resumeUpload, useUpload } from '../../uploads/use-upload';
import type { Upload, UploadStatus } from '../../uploads/upload';
import { CancelButton, Card } from '../../page/components/card';
import { FileZone } from './file-zone';

const api = client<ImportsApi>();

interface UploadCardProps {
  view: ImportView;
  onCancel: () => Promise<boolean>;
}

/** An unfinished upload, whether this tab sends it or not. */
export function UploadCard({ view, onCancel }: UploadCardProps) {
  const running = useUpload(view.id);
  return running ? (
    <Running view={view} {...running} onCancel={onCancel} />
  ) : (
    <Interrupted view={view} onCancel={onCancel} />
  );
}

function Running({
  view,
  upload,
  status,
  onCancel,
}: UploadCardProps & { upload: Upload; status: UploadStatus }) {
  const { state, sent, size, error } = status;
  const percent = size > 0 ? (sent / size) * 100 : 0;
  return (
    <Card title={`Uploading ${nameOf(view)}`} action={<CancelButton onCancel={onCancel} />}>
      <div className="mt-3 space-y-2">
        <ProgressBar label="Upload" percent={percent} />
        <p className="text-sm text-muted tabular-nums">
          {formatBytes(sent)} of {formatBytes(size)}
          {state === 'sending' && <Speed status={status} />}
        </p>
      </div>
      <Status state={state} />
      {state === 'failed' && (
        <div className="mt-3 flex flex-wrap items-center gap-3">
          <p role="alert" className="min-w-0 flex-1 basis-56 text-sm text-danger text-pretty">
            {error}
          </p>
          <Button variant="secondary" size="sm" onClick={() => upload.retry()}>
            Try again
          </Button>
        </div>
      )}
    </Card>
  );
}

function Speed({ status: { sent, size, speed } }: { status: UploadStatus }) {
  if (speed === null) return null;
  return (
    <>
      {' '}
      · {formatBytes(speed)}/s · {timeLeftText((size - sent) / speed)}
    </>
  );
}

const TEXTS = {
  sending: 'Keep this tab open. You can keep working here.',
  waiting: 'We can’t reach the server. Your upload will resume automatically.',
};
const OFFLINE = 'You’re offline. Your upload will resume automatically when you’re back.';

function Status({ state }: { state: UploadStatus['state'] }) {
  const online = useOnline();
  const continues = state === 'sending' || state === 'waiting';
  return (
    <p role="status" className="mt-1 text-sm text-muted text-pretty">
      {continues && (online ? TEXTS[state] : OFFLINE)}
    </p>
  );
}

/** It started in another tab, or before this page was loaded, so it needs the files again. */
function Interrupted({ view, onCancel }: UploadCardProps) {
  const percent = (arrivedBytes(view) / sizeOf(view)) * 100;
  async function continueUpload(files: File[]): Promise<string | null> {
    const same = sameFiles(view, files);
    if (same === null) return pageTexts.otherFiles;
    // More parts may have arrived since.
    const params = { id: view.id };
    const now = await api.get('/api/imports/:id', { params }).catch(() => view);
    if (now.state === 'uploading') resumeUpload(now, same);
    return null;
  }
  return (
    <Card title="Finish your upload" action={<CancelButton onCancel={onCancel} />}>
      <div className="mt-3 space-y-2">
        <ProgressBar label="Uploaded so far" percent={percent} />
        <p className="text-sm text-muted">
          {Math.floor(percent)}% of {formatBytes(sizeOf(view))} uploaded. It will resume from there.
        </p>
      </div>
      <div className="mt-4">
        <FileZone
          title={`Choose the same ${view.files.length === 1 ? 'file' : 'files'} again to continue`}
          hint={listed(view.files.map(({ name, size }) => `${name} (${formatBytes(size)})`))}
          button={view.files.length === 1 ? 'Choose the file' : 'Choose the files'}
          onFiles={continueUpload}
        />
      </div>
    </Card>
  );
}

function nameOf({ files }: ImportView): string {
  const [first] = files;
  return files.length === 1 && first ? first.name : formatCount(files.length, 'file');
}
