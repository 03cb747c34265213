import { RotateCw } from 'lucide-react';

import { Button } from '~/ui/button';
import { X } from '~/ui/display/shared-icons';

import type { QueuedFile, UploadQueue } from '../upload-queue';

/** Files that are being uploaded, and those that failed, each with its reason. */
export function UploadList({ queue, files }: { queue: UploadQueue; files: readonly QueuedFile[] }) {
  const failed = files.filter(({ state }) => state === 'failed');
  const pending = files.length - failed.length;
  const retryable = failed.filter(({ canRetry }) => canRetry).length;
  return (
    <div className="mt-4 overflow-hidden rounded-xl border bg-raised">
      <div className="flex flex-wrap items-center justify-between gap-2 border-b px-4 py-2">
        <p role="status" className="text-sm tabular-nums">
          {summary(pending, failed.length)}
        </p>
        <div className="flex flex-wrap gap-1">
          {retryable > 1 && (
            <Button variant="ghost" size="sm" onClick={queue.retryAll}>
              Retry all
            </Button>
          )}
          {failed.length > 1 && (
            <Button variant="ghost" size="sm" onClick={queue.removeFailed}>
              Dismiss all
            </Button>
          )}
        </div>
      </div>
      <ul aria-label="Uploads" className="max-h-72 divide-y overflow-y-auto">
        {files.map((file) => (
          <li key={file.key} className="flex items-center gap-2 py-1.5 pr-2 pl-4 text-sm">
            <div className="min-w-0 flex-1">
              {file.state === 'failed' ? (
                <p className="text-pretty text-danger wrap-anywhere">{file.error}</p>
              ) : (
                <>
                  <p className="truncate">{file.name}</p>
                  <div
                    role="progressbar"
                    aria-label={`Upload of ${file.name}`}
                    aria-valuemin={0}
                    aria-valuemax={100}
                    aria-valuenow={Math.round(file.progress * 100)}
                    className="mt-1 h-1 overflow-hidden rounded-full bg-sunken"
                  >
                    <div
                      className="h-full origin-left bg-accent transition-transform"
                      style={{ transform: `scaleX(${file.progress})` }}
                    />
                  </div>
                </>
              )}
            </div>
            {file.canRetry && (
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Retry ${file.name}`}
                onClick={() => queue.retry(file.key)}
              >
                <RotateCw className="size-4" aria-hidden="true" />
              </Button>
            )}
            <Button
              variant="ghost"
              size="icon"
              aria-label={
                file.state === 'failed' ? `Dismiss ${file.name}` : `Cancel upload of ${file.name}`
              }
              onClick={() => queue.remove(file.key)}
            >
              <X className="size-4" aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function summary(pending: number, failed: number): string {
  const parts = [
    ...(pending > 0 ? [`${pending} uploading`] : []),
    ...(failed > 0 ? [`${failed} not added`] : []),
  ];
  return parts.join(', ');
}
