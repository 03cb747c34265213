import type { ReactNode } from 'react';

import { Button } from '~/ui/button';
import { ChevronLeft, ChevronRight } from '~/ui/shared-icons';

import type { VersionPlace } from '../message-tree';

interface VersionSwitchProps {
  place: VersionPlace;
  /** Not while an answer is being written. */
  disabled: boolean;
  onShow(id: string): void;
}

/** Which of several versions of a message is shown, and the way to the others. */
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
  /** Null: there is nothing in this direction. */
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
