import { useState, type FormEvent } from 'react';

import { Button } from '../button';
import { Dialog } from './dialog';
import { Field } from '../forms/field';

export interface RenameDialogProps {
  /** What it is, such as "Rename profile". */
  title: string;
  name: string;
  /** Characters of a name. */
  most: number;
  /** What is said of an empty one. */
  missing: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Gives it the name. Returns what is wrong, in words for the field; null when it is done, or was said elsewhere. */
  rename: (name: string) => Promise<{ done: true } | { done: false; problem?: string }>;
}

/** Asks for another name. What was typed stays until it is taken. */
export function RenameDialog({ open, onOpenChange, title, ...rest }: RenameDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title}>
      {/* Mounted with each opening: it begins with the name that there is. */}
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
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={close}>
          Cancel
        </Button>
        <Button type="submit" pending={pending}>
          Rename
        </Button>
      </div>
    </form>
  );
}
