import { useNavigate } from '@remix-run/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';

import { readTypedDraft, writeDraft } from '~/lib/tab-drafts';
import { Button } from '~/ui/button';
import { Field } from '~/ui/forms/field';
import { FormError } from '~/ui/feedback/notice';
import { Page } from '~/ui/page/page';

import { PlacePicker } from '../../folders/place-picker';
import { reasonOf, requestSaving } from '../../saved-requests';
import { libraryTexts } from '../../texts';
import {
  addressOf,
  type ContentFolder,
  type ContentPlace,
  MAX_CONTENT,
  MAX_TITLE,
  titleFromText,
} from '../content';

/** A page for saving a text that the user already has. */
export function NewContentPage({ folders }: { folders: ContentFolder[] }) {
  return (
    <Page title="New text" intro="Write or paste your own copy to keep it with everything else.">
      <NewContentForm folders={folders} />
    </Page>
  );
}

/** Drafts survive while the tab is open. */
const TITLE_DRAFT = 'new-content:title';
const TEXT_DRAFT = 'new-content:text';

function NewContentForm({ folders }: { folders: ContentFolder[] }) {
  const navigate = useNavigate();
  const [title, setTitle] = useState('');
  const [content, setContent] = useState('');
  const [place, setPlace] = useState<ContentPlace>({ category: 'social', folderId: null });
  const [missing, setMissing] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const titleField = useRef<HTMLInputElement>(null);
  const textField = useRef<HTMLTextAreaElement>(null);

  useEffect(() => {
    // What was typed before hydration takes precedence over an older draft.
    setTitle((typed) => titleField.current?.value || typed || readTypedDraft(TITLE_DRAFT));
    setContent((typed) => textField.current?.value || typed || readTypedDraft(TEXT_DRAFT));
  }, []);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (pending) return;
    setMissing(content.trim() === '');
    if (content.trim() === '') return;
    setPending(true);
    setError(null);
    const named = title.trim() === '' ? titleFromText(content) : title;
    try {
      const item = await requestSaving({ ...place, title: named || 'Untitled', content });
      writeDraft(TITLE_DRAFT, '');
      writeDraft(TEXT_DRAFT, '');
      navigate(addressOf(item));
    } catch (failure) {
      setError(reasonOf(failure, libraryTexts.saveFailed));
      setPending(false);
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="space-y-5">
      <div className="grid gap-5 sm:grid-cols-[1fr_14rem]">
        <Field
          ref={titleField}
          label="Title"
          hint="Optional. Leave it empty to use the first line."
          value={title}
          maxLength={MAX_TITLE}
          autoComplete="off"
          onChange={(event) => {
            setTitle(event.target.value);
            writeDraft(TITLE_DRAFT, event.target.value);
          }}
        />
        <PlacePicker label="Save in" place={place} folders={folders} onChange={setPlace} />
      </div>
      <div>
        <label htmlFor="new-text" className="mb-1.5 block text-sm font-medium">
          Text
        </label>
        <textarea
          ref={textField}
          id="new-text"
          rows={8}
          value={content}
          maxLength={MAX_CONTENT}
          aria-invalid={missing || undefined}
          aria-describedby={missing ? 'new-text-error' : undefined}
          onChange={(event) => {
            setContent(event.target.value);
            writeDraft(TEXT_DRAFT, event.target.value);
          }}
          className="block w-full rounded-md border border-border-strong bg-field px-3 py-2.5 leading-7 -outline-offset-1 hover:border-text/60 focus:border-ring aria-invalid:border-danger"
        />
        {missing && (
          <p id="new-text-error" className="mt-1.5 text-sm text-danger">
            {libraryTexts.contentMissing}
          </p>
        )}
      </div>
      <FormError>{error}</FormError>
      <Button type="submit" pending={pending}>
        Save text
      </Button>
    </form>
  );
}
