import { FileText as File, Globe, NotebookPen, Type } from 'lucide-react';

import { Fragment } from 'react';

import { formatBytes, formatCount, formatNumber } from '~/lib/format/numbers';
import { LocalDay } from '~/ui/dates/local-time';
import { ProgressBar } from '~/ui/feedback/progress';

import { isUnderway, type SourceKind, type SourceView } from '../source';

const ICONS = { file: File, website: Globe, text: Type, content: NotebookPen } as const;

const KINDS: Record<SourceKind, string> = {
  file: 'File',
  website: 'Website',
  text: 'Pasted text',
  content: 'Saved content',
};

export function SourceIcon({ kind }: { kind: SourceKind }) {
  const Icon = ICONS[kind];
  return (
    <span className="grid size-9 shrink-0 place-items-center rounded-lg bg-sunken text-muted">
      <Icon className="size-4.5" aria-hidden="true" />
    </span>
  );
}

/** Its name; a website's breaks behind its dots. */
export function SourceName({
  source: { kind, name },
}: {
  source: Pick<SourceView, 'kind' | 'name'>;
}) {
  if (kind !== 'website') return name;
  return name.split(/(?<=\.)/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

/** What a source is and how it stands, in one line. */
export function SourceFacts({ source }: { source: SourceView }) {
  const { kind, state, pages, failed, bytes, readAt, found, done } = source;
  const parts: React.ReactNode[] = [KINDS[kind]];
  if (state === 'paused') {
    parts.push(found > 1 ? `Paused after ${done} of ${formatCount(found, 'page')}` : 'Paused');
  }
  if (state === 'failed') parts.push(readAt === null ? 'Not read' : 'Not up to date');
  if (readAt !== null) {
    if (kind === 'website') parts.push(formatCount(pages - failed, 'page'));
    parts.push(formatBytes(bytes));
    parts.push(
      <>
        Read <LocalDay at={readAt} inSentence />
      </>,
    );
  }
  return (
    <p className="text-sm text-muted">
      {parts.map((part, index) => (
        <span key={index}>
          {index > 0 && ' · '}
          <span className="whitespace-nowrap">{part}</span>
        </span>
      ))}
    </p>
  );
}

/** How far a source that is being read has come, and what went wrong. */
export function SourceProgress({ source }: { source: SourceView }) {
  const { state, found, done, name, problem } = source;
  return (
    <>
      {isUnderway(source) && (
        <div className="mt-2 max-w-sm space-y-1.5">
          <p role="status" className="text-sm text-muted">
            {state === 'waiting' && done === 0
              ? 'Waiting for its turn…'
              : found > 1
                ? `Reading page ${formatNumber(Math.min(done + 1, found))} of ${formatNumber(found)} so far…`
                : 'Reading…'}
          </p>
          <ProgressBar
            label={`Reading ${name}`}
            percent={found > 1 ? (100 * done) / found : null}
          />
        </div>
      )}
      {problem !== null && (
        <p
          className={`mt-1.5 text-sm text-pretty ${state === 'failed' ? 'text-danger' : 'text-muted'}`}
        >
          {problem}
        </p>
      )}
    </>
  );
}
