import { type ReactNode, useCallback, useState } from 'react';

import { Button } from '~/ui/button';
import { useLoadOnUse } from '~/ui/load-on-use';
import { SpinnerIcon } from '~/ui/feedback/progress';

import type { FormatChecksProps, FormatPreviewProps } from '../formats';

const loadChecks = () => import('./checks-panel');

/** What is to be said of a text by its format, as it is typed. Loaded when it is first shown. */
export function FormatChecks(props: FormatChecksProps) {
  return (
    <LoadedPart load={loadChecks} name="checks">
      {({ ChecksPanel }) => <ChecksPanel {...props} />}
    </LoadedPart>
  );
}

const loadPreview = () => import('./preview-panel');

/** A text as it will look where it is published. Loaded when it is first shown. */
export function FormatPreview(props: FormatPreviewProps) {
  return (
    <LoadedPart load={loadPreview} name="preview">
      {({ PreviewPanel }) => <PreviewPanel {...props} />}
    </LoadedPart>
  );
}

interface LoadedPartProps<T> {
  /** Stable, with import() behind it. */
  load: () => Promise<T>;
  /** What comes, as people read it. */
  name: string;
  children: (part: T) => ReactNode;
}

/** A part of the page that comes after it, with something to try again by when it does not. */
export function LoadedPart<T>({ load, name, children }: LoadedPartProps<T>) {
  const [requested, setRequested] = useState(true);
  const giveUp = useCallback(() => setRequested(false), []);
  const part = useLoadOnUse(load, requested, giveUp);
  if (part !== undefined) return children(part);
  if (requested) {
    return (
      <p className="flex items-center gap-2 text-sm text-muted">
        <SpinnerIcon />
        Loading {name}…
      </p>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-3 text-sm text-muted">
      <p>We couldn’t load the {name}.</p>
      <Button variant="secondary" size="sm" onClick={() => setRequested(true)}>
        Try again
      </Button>
    </div>
  );
}
