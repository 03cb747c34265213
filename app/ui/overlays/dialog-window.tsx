import { useRef, type ReactNode, type RefObject } from 'react';

import { Dialog as Radix } from 'radix-ui';

import { buttonClass } from '../button';
import { X } from '../display/shared-icons';
import { allowRadixStyles } from './radix-styles';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** One or two sentences below the title; announced when the dialog opens. */
  description?: ReactNode;
  children?: ReactNode;
  /** The buttons, the primary one last. */
  footer?: ReactNode;
  /** Gets the focus when the dialog closes; without it, or while it's null, the previously focused element does. */
  returnTo?: RefObject<HTMLElement | null>;
  /** `alert` for a question that must be answered: the first button of the footer gets the focus. */
  kind?: 'dialog' | 'alert';
}

allowRadixStyles();

export function DialogWindow({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  returnTo,
  kind = 'dialog',
}: DialogProps) {
  const footerRef = useRef<HTMLDivElement>(null);
  const opener = useRef<Element | null>(null);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay
          // A click beside the dialog would move the focus out of it.
          onMouseDown={(event) => {
            if (event.target === event.currentTarget) event.preventDefault();
          }}
          className="fixed inset-0 z-40 grid animate-fade-in grid-cols-1 place-items-center overflow-y-auto bg-backdrop p-4"
        >
          <Radix.Content
            role={kind === 'alert' ? 'alertdialog' : 'dialog'}
            // Radix warns unless a missing description is explicit.
            {...(description === undefined && { 'aria-describedby': undefined })}
            onOpenAutoFocus={(event) => {
              opener.current = document.activeElement;
              const first = kind === 'alert' && footerRef.current?.querySelector('button');
              if (!first) return;
              event.preventDefault();
              first.focus();
            }}
            onCloseAutoFocus={(event) => {
              // Radix returns the focus to its own trigger, which doesn't exist here.
              event.preventDefault();
              const next = returnTo?.current ?? opener.current;
              if (next instanceof HTMLElement) next.focus();
            }}
            onInteractOutside={(event) => {
              // A toast can be dismissed without closing the dialog.
              const inToast =
                event.target instanceof Element && event.target.closest('[data-toast]');
              if (kind === 'alert' || inToast) event.preventDefault();
            }}
            className="relative w-full max-w-lg animate-rise-in rounded-xl border bg-raised p-6 shadow-overlay"
          >
            <Radix.Title className="pr-10 font-display text-xl leading-snug font-semibold tracking-tight">
              {title}
            </Radix.Title>
            {description !== undefined && (
              <Radix.Description className="mt-2 text-sm text-muted">
                {description}
              </Radix.Description>
            )}
            {children !== undefined && <div className="mt-5">{children}</div>}
            {footer !== undefined && (
              <div ref={footerRef} className="mt-6 flex flex-wrap justify-end gap-2">
                {footer}
              </div>
            )}
            {kind === 'dialog' && (
              <Radix.Close
                aria-label="Close"
                className={`${buttonClass({ variant: 'ghost', size: 'icon' })} absolute! top-4 right-4`}
              >
                <X className="size-4" aria-hidden="true" />
              </Radix.Close>
            )}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}
