import type { ReactNode } from 'react';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** One or two sentences under the title; read out when the dialog opens. */
  description?: ReactNode;
  children?: ReactNode;
  /** The buttons, the most likely one last. */
  footer?: ReactNode;
  /** `alert` for a question that must be answered: the first button of the footer is focused. */
  kind?: 'dialog' | 'alert';
}
