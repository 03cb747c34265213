import { Popover as Radix } from 'radix-ui';
import type { ReactNode, RefObject } from 'react';

import { allowRadixStyles } from './radix-styles';

allowRadixStyles();

export interface PopoverWindowProps {
  /** The accessible name. */
  label: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The button that opens the window: it's the anchor, and it gets the focus back. */
  button: RefObject<HTMLButtonElement>;
  /** Its width and other styles. */
  className?: string;
  children: ReactNode;
}

/** A window beside a button, over a page that stays usable. Import it when it's first opened. */
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
            // The button's own click closes the window; closing it here as well would open it again.
            if (button.current?.contains(target)) event.preventDefault();
            // A toast can be dismissed without closing the window.
            if (target.closest('[data-toast]')) event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // A click elsewhere has already moved the focus.
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
