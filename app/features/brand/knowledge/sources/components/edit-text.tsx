import { type FormEvent, useState } from 'react';

import { client, refusalText, SignedOut } from '~/http/client';
import { FormError } from '~/ui/feedback/notice';
import { toastSuccess } from '~/ui/feedback/toast';
import { AreaField, Field } from '~/ui/forms/field';
import { FormButtons } from '~/ui/forms/form-buttons';
import { Dialog } from '~/ui/overlays/dialog';

import type { SourcesApi } from '../routes/sources';
import { MAX_SOURCE_NAME, type SourceView } from '../source';
import { sourceTexts } from '../texts';

const api = client<SourcesApi>();

interface EditTextProps {
  source: SourceView;
  text: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onSaved: () => void;
}

/** Changes text that was pasted, and its name. */
export function EditText({ open, onOpenChange, ...rest }: EditTextProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Edit source">
      {open && <EditForm {...rest} close={() => onOpenChange(false)} />}
    </Dialog>
  );
}

type EditFormProps = Omit<EditTextProps, 'open' | 'onOpenChange'> & { close: () => void };

function EditForm({ source, text: saved, onSaved, close }: EditFormProps) {
  const [name, setName] = useState(source.name);
  const [text, setText] = useState(saved);
  const [problem, setProblem] = useState<string>();
  const [pending, setPending] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (pending) return;
    setPending(true);
    setProblem(undefined);
    const params = { id: source.profileId, sourceId: source.id };
    try {
      await api.patch('/api/profiles/:id/sources/:sourceId', { params, body: { name, text } });
    } catch (error) {
      if (!(error instanceof SignedOut)) setProblem(refusalText(error, sourceTexts.renameFailed));
      setPending(false);
      return;
    }
    toastSuccess(sourceTexts.saved);
    onSaved();
    close();
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="space-y-5">
      <Field
        label="Name"
        value={name}
        maxLength={MAX_SOURCE_NAME}
        autoComplete="off"
        onChange={({ target }) => setName(target.value)}
      />
      <AreaField label="Text" value={text} onChange={({ target }) => setText(target.value)} />
      <FormError>{problem}</FormError>
      <FormButtons label="Save" pending={pending} onCancel={close} />
    </form>
  );
}
