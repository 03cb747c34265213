import type { ComponentType } from 'react';

/** What to do with files that a message need not be the place for; the page's route says. */
export interface FileOffer {
  takes(file: File): boolean;
  Window: ComponentType<{
    /** Null: there is nothing to ask. */
    files: readonly File[] | null;
    onClose: () => void;
    /** Those that a message could take as well. */
    onAttach: (files: readonly File[]) => void;
  }>;
}
