import { type FormEvent, useState } from 'react';

import { client, refusalText, RequestRefused, SignedOut } from '~/http/client';
import { fieldsOf, type Fields } from '~/lib/json';
import { FormError } from '~/ui/feedback/notice';
import { toastSuccess } from '~/ui/feedback/toast';
import { CollisionChoice } from '~/ui/forms/collision-choice';
import { AreaField } from '~/ui/forms/area-field';
import { Field } from '~/ui/forms/field';
import { FormButtons } from '~/ui/forms/form-buttons';
import { Dialog } from '~/ui/overlays/dialog';

import type { SourcesApi } from '../routes/sources';
import { type EditedText, MAX_SOURCE_NAME, type SourceView } from '../source';
import { sourceTexts } from '../texts';

const api = client<SourcesApi>();

interface EditTextProps {
  source: SourceView;
  text: string;
  /** Of the text. */
  version: string;
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

function EditForm({ source, text: saved, version, onSaved, close }: EditFormProps) {
  const [name, setName] = useState(source.name);
  const [text, setText] = useState(saved);
  const [problem, setProblem] = useState<string>();
  const [pending, setPending] = useState(false);
  // The version that this change is made on; `there` is what another tab made of it meanwhile.
  const [base, setBase] = useState(version);
  const [there, setThere] = useState<EditedText | null>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (pending || there !== null) return;
    setPending(true);
    setProblem(undefined);
    const params = { id: source.profileId, sourceId: source.id };
    try {
      await api.patch('/api/profiles/:id/sources/:sourceId', {
        params,
        body: { name, pasted: { text, version: base } },
      });
    } catch (error) {
      const edited = error instanceof RequestRefused ? editedIn(error.body) : null;
      if (edited) setThere(edited);
      else if (!(error instanceof SignedOut))
        setProblem(refusalText(error, sourceTexts.renameFailed));
      setPending(false);
      return;
    }
    toastSuccess(sourceTexts.saved);
    onSaved();
    close();
  }

  function choose({ version: seen }: EditedText) {
    setBase(seen);
    setThere(null);
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
      {there !== null && (
        <CollisionChoice
          text={sourceTexts.nowSays}
          onKeep={() => choose(there)}
          onTake={() => {
            choose(there);
            setName(there.name);
            setText(there.text);
          }}
        >
          <p className="mt-1 line-clamp-6 wrap-anywhere whitespace-pre-wrap text-muted">
            {there.text}
          </p>
        </CollisionChoice>
      )}
      <FormButtons label="Save" pending={pending} disabled={there !== null} onCancel={close} />
    </form>
  );
}

/** What the server says the source is now, when it refused a change for that. */
function editedIn(body: Fields): EditedText | null {
  const { name, text, version } = fieldsOf(body.there);
  return typeof name === 'string' && typeof text === 'string' && typeof version === 'string'
    ? { name, text, version }
    : null;
}
