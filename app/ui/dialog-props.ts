import type { ReactNode, RefObject } from 'react';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** One or two sentences under the title; read out when the dialog opens. */
  description?: ReactNode;
  children?: ReactNode;
  /** The buttons, the most likely one last. */
  footer?: ReactNode;
  /** Gets the focus when it closes; without it, or while it is null, what had it before. */
  returnTo?: RefObject<HTMLElement | null>;
  /** `alert` for a question that must be answered: the first button of the footer is focused. */
  kind?: 'dialog' | 'alert';
}
