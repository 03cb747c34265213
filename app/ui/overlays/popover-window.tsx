import { Popover as Radix } from 'radix-ui';
import type { ReactNode, RefObject } from 'react';

import { allowRadixStyles } from './radix-styles';

allowRadixStyles();

export interface PopoverWindowProps {
  /** The accessible name. */
  label: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** What opens it: beside it the window stands, and it gets the focus back. */
  button: RefObject<HTMLButtonElement>;
  /** Its width and what else is special about it. */
  className?: string;
  children: ReactNode;
}

/** A window beside a button, in front of a page that stays in use. Import it when it is first opened. */
export function PopoverWindow({
  label,
  open,
  onOpenChange,
  button,
  className = '',
  children,
}: PopoverWindowProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Anchor virtualRef={button as RefObject<HTMLButtonElement>} />
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align="end"
          sideOffset={6}
          collisionPadding={8}
          onInteractOutside={(event) => {
            const target = event.target as Element;
            // The button's own click closes the window; closing here as well would open it again.
            if (button.current?.contains(target)) event.preventDefault();
            // A toast may be dismissed.
            if (target.closest('[data-toast]')) event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // A click elsewhere has moved the focus already.
            const focused = document.activeElement;
            if (focused === null || focused === document.body) button.current?.focus();
          }}
          className={`z-50 max-h-(--radix-popover-content-available-height) max-w-[calc(100vw-1rem)] animate-rise-in overflow-y-auto rounded-xl border bg-raised shadow-overlay outline-none ${className}`}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
