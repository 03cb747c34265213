import { useState, type FormEvent } from 'react';

import { Field } from '../forms/field';
import { FormButtons } from '../forms/form-buttons';
import { Dialog } from './dialog';

export interface RenameDialogProps {
  /** The title, such as "Rename profile". */
  title: string;
  name: string;
  /** The maximum length of a name, in characters. */
  most: number;
  /** The error for an empty name. */
  missing: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /**
   * Saves the name. Returns what is wrong, as text for the field; null if it's saved or the failure was reported
   * elsewhere.
   */
  rename: (name: string) => Promise<{ done: true } | { done: false; problem?: string }>;
}

/** Asks for a new name. What was typed stays until it's saved. */
export function RenameDialog({ open, onOpenChange, title, ...rest }: RenameDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title}>
      {/* Mounted each time it opens, so that it starts with the current name. */}
      {open && <Content {...rest} close={() => onOpenChange(false)} />}
    </Dialog>
  );
}

function Content({
  name,
  most,
  missing,
  rename,
  close,
}: Omit<RenameDialogProps, 'open' | 'onOpenChange' | 'title'> & { close: () => void }) {
  const [typed, setTyped] = useState(name);
  const [error, setError] = useState<string>();
  const [pending, setPending] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (pending) return;
    const wanted = typed.trim();
    if (wanted === '') {
      setError(missing);
      return;
    }
    setPending(true);
    const outcome = await rename(wanted);
    if (outcome.done) {
      close();
      return;
    }
    setError(outcome.problem);
    setPending(false);
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="space-y-5">
      <Field
        label="Name"
        name="name"
        value={typed}
        maxLength={most}
        autoComplete="off"
        hint={typed === name ? undefined : `Its name now: ${name}`}
        errors={error === undefined ? undefined : [error]}
        onChange={(event) => setTyped(event.target.value)}
      />
      <FormButtons label="Rename" pending={pending} onCancel={close} />
    </form>
  );
}
