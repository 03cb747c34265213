import { Link, useLocation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';

import { formatCount } from '~/lib/format/numbers';
import { Button, buttonClass } from '~/ui/button';
import { ArrowLeft, FileText, Plus } from '~/ui/display/shared-icons';
import { SkeletonList } from '~/ui/feedback/skeleton';
import { Dialog, preloadDialog } from '~/ui/overlays/dialog';

import { stepSearch } from '../../../profiles/profile';
import { FROM_DELETED, MAX_SOURCES } from '../source';
import { sourceTexts } from '../texts';
import { useSources } from '../use-sources';
import { AddSource } from './add-source';
import { SourceRow } from './source-row';

/** What the brand's texts may take facts from: its sources, and a way to add some. */
export function KnowledgeStep({ profileId }: { profileId: string }) {
  const { sources, failed, reload } = useSources(profileId);
  const [adding, setAdding] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const { state } = useLocation() as { state: unknown };
  useEffect(() => {
    if (state === FROM_DELETED) heading.current?.focus();
  }, [state]);
  const isFull = sources !== null && sources.length >= MAX_SOURCES;
  return (
    <section aria-labelledby="step" className="space-y-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2
            id="step"
            ref={heading}
            tabIndex={-1}
            className="rounded-sm font-display text-2xl font-semibold tracking-tight"
          >
            Knowledge
          </h2>
          <p className="mt-1 max-w-xl text-balance text-muted">
            The facts behind your brand: prices, hours, products, and policies, from your own pages
            and documents.
          </p>
        </div>
        {sources !== null && sources.length > 0 && (
          <AddButton disabled={isFull} onAdd={() => setAdding(true)} />
        )}
      </div>
      {sources === null ? (
        failed ? (
          <div className="rounded-xl border border-dashed px-6 py-10 text-center">
            <p className="text-muted">{sourceTexts.loadFailed}</p>
            <Button variant="secondary" className="mt-4" onClick={reload}>
              Try again
            </Button>
          </div>
        ) : (
          <SkeletonList label="Loading sources…" count={3} shape="h-16" />
        )
      ) : sources.length === 0 ? (
        <div className="rounded-xl border border-dashed px-6 py-10 text-center">
          <FileText className="mx-auto size-6 text-muted" aria-hidden="true" />
          <h3 className="mt-3 font-display text-xl font-semibold">Let your brand know its facts</h3>
          <p className="mx-auto mt-2 max-w-md text-sm text-balance text-muted">
            Add your website, a price list, or past posts. Then your texts can use what they say
            instead of guessing.
          </p>
          <div className="mt-5">
            <AddButton disabled={false} onAdd={() => setAdding(true)} />
          </div>
        </div>
      ) : (
        <>
          {isFull && <p className="text-sm text-muted">{sourceTexts.tooMany}</p>}
          <ul aria-label="Sources" className="divide-y rounded-xl border bg-raised">
            {sources.map((source) => (
              <SourceRow
                key={source.id}
                source={source}
                onDeleted={() => heading.current?.focus()}
              />
            ))}
          </ul>
          <p className="text-sm text-muted">
            {formatCount(sources.length, 'source')} of {MAX_SOURCES}. Their files and texts count
            toward your storage.
          </p>
        </>
      )}
      <div className="flex flex-wrap justify-between gap-3 border-t pt-6">
        <Link to={stepSearch('voice')} className={buttonClass({ variant: 'secondary' })}>
          <ArrowLeft className="size-4" aria-hidden="true" />
          Voice rules
        </Link>
        <Link to="/profiles" className={buttonClass({ variant: 'secondary' })}>
          Done
        </Link>
      </div>
      <Dialog
        open={adding}
        onOpenChange={setAdding}
        title="Add a source"
        description="Choose where the facts come from. You can read what we found at any time."
      >
        {adding && (
          <AddSource profileId={profileId} onAdded={reload} onDone={() => setAdding(false)} />
        )}
      </Dialog>
    </section>
  );
}

function AddButton({ disabled, onAdd }: { disabled: boolean; onAdd: () => void }) {
  return (
    <Button
      disabled={disabled}
      onPointerEnter={preloadDialog}
      onFocus={preloadDialog}
      onClick={onAdd}
    >
      <Plus className="size-4" aria-hidden="true" />
      Add a source
    </Button>
  );
}
