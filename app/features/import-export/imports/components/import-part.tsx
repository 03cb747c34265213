import { Link } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';

import { formatCount } from '~/lib/format/numbers';
import { ProgressBar } from '~/ui/feedback/progress';
import { SkeletonList } from '~/ui/feedback/skeleton';

import { hasImported, isActive, isPast } from '../import-list';
import { pageTexts } from '../../page/texts';
import type { ImportView } from '../../page/import-export';
import { useImports, type Imports } from '../use-imports';
import { ImportPicker } from './file-zone';
import { ImportPreview } from './import-preview';
import { CancelButton, Card, LoadFailure } from '../../page/components/card';
import { PastImports } from './past-imports';
import { UploadCard } from './upload-card';

/** Imports the export of another service, or an archive of ours. */
export function ImportPart() {
  const imports = useImports();
  const { list } = imports;
  const active = (list ?? []).filter(isActive);
  const card = useRef<HTMLDivElement>(null);
  // The imports whose end the person sees on this page.
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  // The next step is to open the chats then.
  const justImported = (list ?? []).some((view) => seen.has(view.id) && hasImported(view));
  const missing = active.find(({ id }) => !seen.has(id));
  if (missing) setSeen(new Set([...seen, missing.id]));

  // Each step replaces what had the focus.
  const step = active.map(({ id, state }) => `${id} ${state}`).join();
  const first = useRef(true);
  useEffect(() => {
    if (list === null) return;
    if (!first.current && document.activeElement === document.body) {
      // An import that has ended scrolls to its own line.
      card.current?.focus({ preventScroll: true });
    }
    first.current = false;
  }, [step, list]);

  return (
    <div className="space-y-6">
      <p className="max-w-xl text-muted text-pretty">
        Bring your ChatGPT conversations with you: upload the original ZIP file or the JSON files
        inside it. Brandwright archives work, too.{' '}
        <Link
          to="/help/import-chatgpt"
          className="font-medium text-accent underline underline-offset-4"
        >
          How to get your export
        </Link>
      </p>
      {list === null && !imports.failed && (
        <SkeletonList label="Loading your imports…" count={1} shape="h-56 rounded-xl" />
      )}
      {imports.failed && (
        <LoadFailure text={pageTexts.loadFailed} onRetry={() => imports.reload()} />
      )}
      {list !== null && (
        <>
          <div ref={card} tabIndex={-1} className="space-y-4 outline-none">
            {active.map((view) => (
              <ActiveImport key={view.id} view={view} imports={imports} />
            ))}
            {active.length === 0 && <ImportPicker primary={!justImported} />}
          </div>
          <PastImports list={list.filter(isPast)} seen={seen} onRemove={imports.remove} />
        </>
      )}
    </div>
  );
}

function ActiveImport({ view, imports }: { view: ImportView; imports: Imports }) {
  switch (view.state) {
    case 'uploading':
      return <UploadCard view={view} onCancel={() => imports.cancel(view)} />;
    case 'ready':
      return (
        <ImportPreview
          view={view}
          onStart={(choice) => imports.start(view, choice)}
          onCancel={() => imports.cancel(view)}
        />
      );
    default:
      return <WorkCard view={view} onCancel={() => imports.cancel(view)} />;
  }
}

/** While the server reads an export or imports from it. */
function WorkCard({ view, onCancel }: { view: ImportView; onCancel: () => Promise<boolean> }) {
  const reading = view.state === 'reading';
  const done = view.result ? view.result.imported + view.result.updated : 0;
  return (
    <Card
      title={reading ? 'Checking your export…' : 'Importing…'}
      action={<CancelButton onCancel={onCancel} />}
    >
      <div className="mt-3 space-y-2">
        <ProgressBar label={reading ? 'Checking' : 'Importing'} percent={view.progress} />
        <p className="text-sm text-muted text-pretty tabular-nums">
          {!reading && done > 0 && `${formatCount(done, 'conversation')} so far. `}
          You can leave this page.
          {!reading && ' If you cancel, everything imported so far stays.'}
        </p>
      </div>
    </Card>
  );
}
