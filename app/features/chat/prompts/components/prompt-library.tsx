import { useState, type RefObject } from 'react';

import { Dialog } from '~/ui/overlays/dialog';

import type { Prompt } from '../prompt';
import { LibraryList } from './library-list';
import { PromptForm } from './prompt-form';

interface PromptLibraryProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  returnTo: RefObject<HTMLElement | null>;
  /** Without an id: a starter's, or one that is only shown. */
  onChoose(prompt: { name: string; text: string }): void;
}

/** All prompts: to use, to write, to change. */
export function PromptLibrary({ open, onOpenChange, returnTo, onChoose }: PromptLibraryProps) {
  /** `new`, one to change, or null: the list. */
  const [editing, setEditing] = useState<Prompt | 'new' | null>(null);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) setEditing(null);
        onOpenChange(next);
      }}
      title={editing === null ? 'Prompts' : editing === 'new' ? 'New prompt' : 'Edit prompt'}
      description={
        editing === null
          ? 'Texts to begin with. Choosing one puts it into your message; it is sent when you send it.'
          : 'Write {{topic}} where something is to be filled in each time, or {{topic|bread}} to suggest what.'
      }
      returnTo={returnTo}
    >
      {open &&
        (editing === null ? (
          <LibraryList onChoose={onChoose} onEdit={setEditing} />
        ) : (
          <PromptForm
            key={editing === 'new' ? 'new' : editing.id}
            prompt={editing === 'new' ? null : editing}
            onDone={() => setEditing(null)}
          />
        ))}
    </Dialog>
  );
}
