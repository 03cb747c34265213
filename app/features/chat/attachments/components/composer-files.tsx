import { RotateCw } from 'lucide-react';
import { useEffect, useState } from 'react';

import { formatBytes } from '~/lib/format/numbers';
import { Button } from '~/ui/button';
import { FileText, X } from '~/ui/display/shared-icons';
import { SpinnerIcon } from '~/ui/feedback/progress';

import { isImage } from '../attachment';
import { retry, take, type WaitingFile } from '../waiting-files';

/** The files that wait to be sent with the message. */
export function ComposerFiles({
  files,
  onChange,
}: {
  files: readonly WaitingFile[];
  onChange(files: (now: readonly WaitingFile[]) => readonly WaitingFile[]): void;
}) {
  return (
    <ul
      aria-label="Files to send"
      className="flex max-h-[40dvh] flex-wrap gap-2 overflow-y-auto px-1 pt-1 pb-2"
    >
      {files.map((file) => (
        <li
          key={file.key}
          className={`relative flex max-w-full items-center gap-2 overflow-hidden rounded-lg border py-1 pr-1 pl-2 text-sm ${file.error ? 'border-danger/40 bg-danger-soft' : 'bg-sunken'}`}
        >
          <Preview file={file} />
          <div className="min-w-0">
            <p className="max-w-56 truncate" title={file.name}>
              {file.name}
            </p>
            <p className={`text-xs ${file.error ? 'max-w-72' : 'text-muted'}`} role="status">
              {file.error ?? statusText(file)}
            </p>
          </div>
          {file.canRetry && (
            <Button
              variant="ghost"
              size="icon"
              aria-label={`Try ${file.name} again`}
              onClick={() => retry(file, onChange)}
            >
              <RotateCw className="size-4" aria-hidden="true" />
            </Button>
          )}
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Remove ${file.name}`}
            onClick={() => take(file, onChange)}
          >
            <X className="size-4" aria-hidden="true" />
          </Button>
          {file.state === 'uploading' && (
            <span
              aria-hidden="true"
              className="absolute inset-x-0 bottom-0 h-0.5 origin-left bg-accent transition-transform"
              style={{ transform: `scaleX(${file.progress})` }}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

function statusText({ state, progress, size }: WaitingFile): string {
  if (state === 'ready') return formatBytes(size);
  return progress < 1 ? `${formatBytes(size)} · ${Math.round(progress * 100)}%` : 'Reading…';
}

function Preview({ file }: { file: WaitingFile }) {
  const address = useLocalImage(file);
  if (file.state === 'uploading') return <SpinnerIcon />;
  if (address === null) return <FileText className="size-4 shrink-0" aria-hidden="true" />;
  return <img src={address} alt="" className="size-9 shrink-0 rounded-sm object-cover" />;
}

/** The address of an image on the person's own device; null for other files. */
function useLocalImage({ blob, state }: WaitingFile): string | null {
  const [address, setAddress] = useState<string | null>(null);
  const shown = state === 'ready' && isImage(blob);
  useEffect(() => {
    if (!shown) return;
    const created = URL.createObjectURL(blob);
    const frame = requestAnimationFrame(() => setAddress(created));
    return () => {
      cancelAnimationFrame(frame);
      URL.revokeObjectURL(created);
    };
  }, [blob, shown]);
  return shown ? address : null;
}
