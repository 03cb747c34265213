import { useState, type ComponentType, type ReactNode } from 'react';

import { showFailure } from '~/features/accounts';
import { Button } from '~/ui/button';
import { RenderedText } from '~/ui/rich-text/markdown-text';
import { addressOf, client } from '~/http/client';
import { formatBytes } from '~/lib/format/numbers';
import { Download, FileText, ChevronLeft, ChevronRight } from '~/ui/display/shared-icons';

import { requestMessageText } from '../use-messages';
import { chatTexts } from '../../texts';
import type { FullTextProps } from './full-text';
import { isImage } from '../../attachments/attachment';
import type { MessageFile } from '../overflow';
import type { MessagesApi } from '../routes/messages';
import type { VersionPlace } from '../message-tree';

interface MessageBodyProps {
  id: string;
  html: string;
  /** `html` has only the beginning. */
  overflow: boolean;
  /** A person's message: plain lines instead of Markdown's paragraphs. */
  mine?: boolean;
}

const loadFullText = () => import('../../loaded-later').then((later) => later.loadFullText());

/** A message as the server rendered it; a very long one shows its beginning, and the whole on request. */
export function MessageBody({ id, html, overflow, mine = false }: MessageBodyProps) {
  const [loading, setLoading] = useState(false);
  const [full, setFull] = useState<{ text: string; View: ComponentType<FullTextProps> } | null>(
    null,
  );
  if (!overflow) return <RenderedText html={html} />;

  function toggle() {
    if (full) return setFull(null);
    setLoading(true);
    Promise.all([requestMessageText(id), loadFullText()])
      .then(
        ([text, { FullText }]) => setFull({ text, View: FullText }),
        (error: unknown) => showFailure(error, chatTexts.fullTextFailed),
      )
      .finally(() => setLoading(false));
  }

  return (
    <>
      {full ? <full.View text={full.text} mine={mine} /> : <RenderedText html={html} />}
      <Button variant="secondary" size="sm" pending={loading} onClick={toggle} className="mt-3">
        {full ? 'Show less' : 'Show full text'}
      </Button>
    </>
  );
}

const api = client<MessagesApi>();

interface MessageFilesProps {
  /** Null until the message is stored. */
  id: string | null;
  files: readonly MessageFile[];
  /** More files exist than these. */
  more: boolean;
}

/** A message's files: images to view, others to download. */
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

interface VersionSwitchProps {
  place: VersionPlace;
  /** Disabled while an answer is being written. */
  disabled: boolean;
  onShow(id: string): void;
}

/** Says which version of a message is shown, and switches to the others. */
export function VersionSwitch({ place, disabled, onShow }: VersionSwitchProps) {
  const { number, count, previous, next } = place;
  return (
    <div
      role="group"
      aria-label="Versions of this message"
      className="flex items-center text-sm text-muted"
    >
      <StepButton label="Previous version" to={disabled ? null : previous} onShow={onShow}>
        <ChevronLeft className="size-4" aria-hidden="true" />
      </StepButton>
      <span className="tabular-nums" aria-hidden="true">
        {number} / {count}
      </span>
      <span className="sr-only" aria-live="polite">
        Version {number} of {count}
      </span>
      <StepButton label="Next version" to={disabled ? null : next} onShow={onShow}>
        <ChevronRight className="size-4" aria-hidden="true" />
      </StepButton>
    </div>
  );
}

function StepButton({
  label,
  to,
  onShow,
  children,
}: {
  label: string;
  /** Null: no version in this direction. */
  to: string | null;
  onShow: VersionSwitchProps['onShow'];
  children: ReactNode;
}) {
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={label}
      title={label}
      // Not `disabled`: stepping to the last version by keyboard would lose the focus.
      aria-disabled={to === null}
      className="aria-disabled:opacity-50"
      onClick={to === null ? undefined : () => onShow(to)}
    >
      {children}
    </Button>
  );
}
