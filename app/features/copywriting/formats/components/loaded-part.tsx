import { useCallback, useState, type ReactNode } from 'react';

import { Button } from '~/ui/button';
import { useLoadOnUse } from '~/ui/load-on-use';
import { SpinnerIcon } from '~/ui/spinner';

interface LoadedPartProps<T> {
  /** Stable, with import() behind it. */
  load: () => Promise<T>;
  /** What comes, as people read it. */
  name: string;
  children: (part: T) => ReactNode;
}

/** A part of the page that comes after it, with something to try again by when it does not. */
export function LoadedPart<T>({ load, name, children }: LoadedPartProps<T>) {
  const [wanted, setWanted] = useState(true);
  const giveUp = useCallback(() => setWanted(false), []);
  const part = useLoadOnUse(load, wanted, giveUp);
  if (part !== undefined) return children(part);
  if (wanted) {
    return (
      <p className="flex items-center gap-2 text-sm text-muted">
        <SpinnerIcon />
        Loading the {name} …
      </p>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-3 text-sm text-muted">
      <p>The {name} could not be loaded.</p>
      <Button variant="secondary" size="sm" onClick={() => setWanted(true)}>
        Try again
      </Button>
    </div>
  );
}
