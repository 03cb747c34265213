import { useState } from 'react';

import { isImage } from '../../attachments/attachment';
import { showFailure } from '~/features/accounts';
import { addressOf, client } from '~/http/client';
import { formatBytes } from '~/lib/format';
import { Button } from '~/ui/button';
import { Download, FileText } from '~/ui/shared-icons';

import { chatTexts } from '../../texts';
import type { MessageFile } from '../overflow';
import type { MessagesApi } from '../routes/messages';

const api = client<MessagesApi>();

interface MessageFilesProps {
  /** Null until the message is stored. */
  id: string | null;
  files: readonly MessageFile[];
  /** There are more than these. */
  more: boolean;
}

/** The files that came with a message: images to see, the others to download. */
export function MessageFiles({ id, files, more }: MessageFilesProps) {
  const [all, setAll] = useState<readonly MessageFile[] | null>(null);
  const [loading, setLoading] = useState(false);
  const shown = all ?? files;
  if (shown.length === 0) return null;

  function showAll() {
    if (id === null) return;
    setLoading(true);
    api
      .get('/api/messages/:id', { params: { id } })
      .then(
        (message) => setAll(message.files),
        (error: unknown) => showFailure(error, chatTexts.filesFailed),
      )
      .finally(() => setLoading(false));
  }

  return (
    <div className="mb-2 flex max-w-[85%] flex-wrap items-end justify-end gap-2">
      <ul aria-label="Attached files" className="contents">
        {shown.map((file, at) => (
          <li key={file.id ?? at} className="max-w-full">
            <File file={file} />
          </li>
        ))}
      </ul>
      {more && all === null && (
        <Button variant="ghost" size="sm" pending={loading} onClick={showAll}>
          Show all files
        </Button>
      )}
    </div>
  );
}

const CHIP =
  'flex max-w-full items-center gap-2 rounded-lg border bg-raised px-3 py-1.5 text-sm touch:min-h-11';

function File({ file }: { file: MessageFile }) {
  const { id, name, size } = file;
  if (id === null) {
    return (
      <span className={`${CHIP} text-muted`}>
        <FileText className="size-4 shrink-0" aria-hidden="true" />
        <span className="truncate">{name}</span>
      </span>
    );
  }
  const address = addressOf('/api/attachments/:id', { params: { id } });
  if (isImage(file)) {
    return (
      <a href={address} download={name} title={name} className="block rounded-lg">
        <img
          src={address}
          alt={name}
          loading="lazy"
          className="h-32 max-w-full rounded-lg border object-cover"
        />
      </a>
    );
  }
  return (
    <a href={address} download={name} className={`${CHIP} hover:bg-hover`}>
      <FileText className="size-4 shrink-0" aria-hidden="true" />
      <span className="truncate">{name}</span>
      <span className="shrink-0 text-xs text-muted">{formatBytes(size)}</span>
      <Download className="size-4 shrink-0 text-muted" aria-hidden="true" />
    </a>
  );
}
