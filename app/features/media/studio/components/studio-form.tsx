import { Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';

import { type Estimated, type Refused, RefusedNote } from '~/features/billing';
import { Button } from '~/ui/button';

import { costText } from '../../media-text';
import { pageTexts } from '../../page-texts';

interface StudioFormProps {
  /** The gallery is shown, where there is no room for both. */
  hidden: boolean;
  label: string;
  /** The button's text. */
  create: string;
  /** What would cost less. */
  less?: string;
  making: { error: Refused | null; pending: boolean; estimated: Estimated };
  onCreate: () => void;
  children: ReactNode;
}

/** The settings, which scroll; their cost and the button stay below them. */
export function StudioForm({
  hidden,
  label,
  create,
  less,
  making,
  onCreate,
  children,
}: StudioFormProps) {
  return (
    // The keys come from the fields within.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        if (!making.pending) onCreate();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        event.currentTarget.requestSubmit();
      }}
      className={`min-h-0 @4xl:contents ${hidden ? 'hidden' : ''}`}
    >
      <div className="space-y-5 px-5 pb-6 sm:px-8 @4xl:min-h-0 @4xl:flex-1 @4xl:overflow-y-auto @4xl:px-6">
        {children}
      </div>
      <div className="sticky bottom-(--bottom-bar) z-10 space-y-2 border-t bg-surface px-5 py-3 sm:px-8 @4xl:px-6">
        <RefusedNote refused={making.error} />
        <div className="flex items-center gap-4">
          <div className="min-w-0 flex-1">
            <CostLine estimated={making.estimated} less={less} />
          </div>
          <Button type="submit" pending={making.pending}>
            <Sparkles className="size-4" aria-hidden="true" />
            {create}
          </Button>
        </div>
      </div>
    </form>
  );
}

/** The estimate of the next request. */
function CostLine({
  estimated: { estimate, failed },
  less,
}: {
  estimated: Estimated;
  less?: string;
}) {
  if (failed) {
    return (
      <p role="status" className="text-xs text-muted">
        {pageTexts.costFailed}
      </p>
    );
  }
  if (estimate === null) return <p className="text-xs text-muted">&nbsp;</p>;
  const { text, short } = costText(estimate, less);
  return (
    <p role="status" className={`text-xs text-pretty ${short ? 'text-danger' : 'text-muted'}`}>
      {text}
    </p>
  );
}
