import type { ReactNode } from 'react';

import { Button } from '~/ui/button';

interface CollisionChoiceProps {
  /** What happened elsewhere. */
  text: string;
  /** What it is now. */
  children?: ReactNode;
  onKeep: () => void;
  onTake: () => void;
}

/** Lets a person decide between what they typed and what was saved elsewhere meanwhile. */
export function CollisionChoice({ text, children, onKeep, onTake }: CollisionChoiceProps) {
  return (
    <div role="alert" className="rounded-lg border border-border-strong bg-sunken p-4 text-sm">
      <p className="font-medium">{text}</p>
      {children}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" onClick={onKeep}>
          Keep mine
        </Button>
        <Button variant="secondary" size="sm" onClick={onTake}>
          Use the other version
        </Button>
      </div>
    </div>
  );
}
