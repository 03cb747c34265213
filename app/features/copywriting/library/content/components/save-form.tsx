import { type FormEvent, type ReactNode, useState } from 'react';

import { FormError } from '~/ui/feedback/notice';
import { Field } from '~/ui/forms/field';
import { FormButtons } from '~/ui/forms/form-buttons';

import { reasonOf } from '../../saved-requests';
import { libraryTexts } from '../../texts';
import { MAX_TITLE } from '../content';

interface SaveFormProps {
  /** The suggested title. */
  title: string;
  /** Where to choose the place. */
  place: ReactNode;
  save: (title: string) => Promise<void>;
  onClose: () => void;
}

/** A title and a place to save a text as content. Closes once it is saved. */
export function SaveForm({ title: suggested, place, save, onClose }: SaveFormProps) {
  const [title, setTitle] = useState(suggested);
  const [titleMissing, setTitleMissing] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [pending, setPending] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (pending) return;
    setTitleMissing(title.trim() === '');
    if (title.trim() === '') return;
    setPending(true);
    setError(null);
    try {
      await save(title);
      onClose();
    } catch (failure) {
      setError(reasonOf(failure, libraryTexts.saveFailed));
      setPending(false);
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="space-y-4">
      <Field
        label="Title"
        value={title}
        maxLength={MAX_TITLE}
        autoComplete="off"
        errors={titleMissing ? [libraryTexts.titleMissing] : undefined}
        onChange={(event) => setTitle(event.target.value)}
      />
      {place}
      <FormError>{error}</FormError>
      <FormButtons label="Save" pending={pending} onCancel={onClose} />
    </form>
  );
}
