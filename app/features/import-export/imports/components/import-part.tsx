import { Link } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';

import { Spinner } from '~/ui/feedback/progress';

import { isActive, isWorthTelling } from '../import-list';
import { pageTexts } from '../../page/page-texts';
import type { ImportView } from '../../page/import-export';
import { useImports, type Imports } from '../use-imports';
import { ImportPicker } from './file-zone';
import { ImportPreview } from './import-preview';
import { LoadFailure, WorkCard } from '../../page/components/work-card';
import { PastImports } from './past-imports';
import { UploadCard } from './upload-card';

/** Brings the export of another service, or an archive of this one, into the account. */
export function ImportPart() {
  const imports = useImports();
  const { list } = imports;
  const active = (list ?? []).filter(isActive);
  const card = useRef<HTMLDivElement>(null);
  // Those whose end is seen here.
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const missing = active.find(({ id }) => !seen.has(id));
  if (missing) setSeen(new Set([...seen, missing.id]));

  // What had the focus goes with each step.
  const step = active.map(({ id, state }) => `${id} ${state}`).join();
  const first = useRef(true);
  useEffect(() => {
    if (list === null) return;
    if (!first.current && document.activeElement === document.body) card.current?.focus();
    first.current = false;
  }, [step, list]);

  return (
    <div className="space-y-6">
      <p className="max-w-xl text-muted text-pretty">
        Bring in your conversations from ChatGPT: the ZIP file as it came, or the JSON files out of
        it. A Brandwright archive is taken, too.{' '}
        <Link
          to="/help/import-chatgpt"
          className="font-medium text-accent underline underline-offset-4"
        >
          How to get your export
        </Link>
      </p>
      {list === null && !imports.failed && <Spinner label="Loading your imports…" />}
      {imports.failed && (
        <LoadFailure text={pageTexts.loadFailed} onRetry={() => imports.reload()} />
      )}
      {list !== null && (
        <>
          <div ref={card} tabIndex={-1} className="space-y-4 outline-none">
            {active.map((view) => (
              <ActiveImport key={view.id} view={view} imports={imports} />
            ))}
            {active.length === 0 && <ImportPicker />}
          </div>
          <PastImports list={list.filter(isWorthTelling)} seen={seen} onRemove={imports.remove} />
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
