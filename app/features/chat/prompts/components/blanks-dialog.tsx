import { useId, useState, type FormEvent, type RefObject } from 'react';

import { Button } from '~/ui/button';
import { Dialog } from '~/ui/overlays/dialog';

import { blanksOf, fillBlanks } from '../template';
import { TextArea } from './text-area';

interface BlanksDialogProps {
  /** The prompt to fill in; null closes the dialog. */
  prompt: { name: string; text: string } | null;
  returnTo: RefObject<HTMLElement | null>;
  onClose(): void;
  onInsert(filled: string): void;
}

/** Asks for the values of a prompt's blanks. */
export function BlanksDialog({ prompt, returnTo, onClose, onInsert }: BlanksDialogProps) {
  const form = useId();
  return (
    <Dialog
      open={prompt !== null}
      onOpenChange={(open) => open || onClose()}
      title={prompt?.name ?? ''}
      description="Fill in the blanks. You can still edit the text before you send it."
      returnTo={returnTo}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form}>
            Insert
          </Button>
        </>
      }
    >
      {prompt && <Blanks key={prompt.text} id={form} text={prompt.text} onInsert={onInsert} />}
    </Dialog>
  );
}

function Blanks({
  id,
  text,
  onInsert,
}: {
  id: string;
  text: string;
  onInsert(filled: string): void;
}) {
  const blanks = blanksOf(text);
  const [values, setValues] = useState(
    () => new Map(blanks.map(({ name, initial }) => [name, initial])),
  );
  function submit(event: FormEvent) {
    event.preventDefault();
    // In React, a portal's events also reach the message's form, which would send it.
    event.stopPropagation();
    onInsert(fillBlanks(text, values));
  }
  return (
    <form id={id} onSubmit={submit} className="max-h-[50dvh] space-y-4 overflow-y-auto p-0.5">
      {blanks.map(({ name }) => (
        <TextArea
          key={name}
          label={capital(name)}
          rows={2}
          value={values.get(name) ?? ''}
          onChange={(value) => setValues(new Map(values).set(name, value))}
        />
      ))}
    </form>
  );
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
