import { type FormEvent, useId, useState } from 'react';

import { client, refusalText, SignedOut } from '~/http/client';
import { readTypedDraft, writeDraft } from '~/lib/tab-drafts';
import { FormError } from '~/ui/feedback/notice';
import { AreaField } from '~/ui/forms/area-field';
import { Field } from '~/ui/forms/field';
import { FileButton } from '~/ui/forms/file-button';
import { FormButtons } from '~/ui/forms/form-buttons';

import type { SourcesApi } from '../routes/sources';
import { MAX_SOURCE_NAME, SOURCE_FILES, type SourceKind } from '../source';
import { sourceTexts } from '../texts';
import { ContentPicker } from './content-picker';

const api = client<SourcesApi>();

const CHOICES: readonly { kind: SourceKind; label: string; text: string }[] = [
  { kind: 'website', label: 'Website', text: 'Up to 200 public pages of one site' },
  { kind: 'file', label: 'File', text: 'PDF, Word, Markdown, text, or CSV, up to 20 MB' },
  { kind: 'text', label: 'Pasted text', text: 'A price list, your policies, anything' },
  { kind: 'content', label: 'Saved content', text: 'Posts and pages you’ve saved here' },
];

interface AddSourceProps {
  profileId: string;
  onAdded: () => void;
  onDone: () => void;
}

/** The form for a new source. What was pasted survives closing the window. */
export function AddSource({ profileId, onAdded, onDone }: AddSourceProps) {
  const group = useId();
  const draft = `source:${profileId}`;
  const [kind, setKind] = useState<SourceKind>('website');
  const [address, setAddress] = useState('');
  const [name, setName] = useState('');
  const [text, setText] = useState(() => readTypedDraft(draft));
  const [file, setFile] = useState<File | null>(null);
  const [contents, setContents] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<string>();
  const [pending, setPending] = useState(false);

  async function add(): Promise<void> {
    const params = { id: profileId };
    if (kind === 'file') {
      if (!file) throw new Missing('Choose a file.');
      const headers = { 'X-File-Name': encodeURIComponent(file.name.toWellFormed()) };
      await api.post('/api/profiles/:id/sources/files', { params, bytes: file, headers });
    } else if (kind === 'website') {
      if (address.trim() === '') throw new Missing('Enter a web address, such as www.example.com.');
      const body = { kind, address: address.trim() };
      await api.post('/api/profiles/:id/sources', { params, body });
    } else if (kind === 'text') {
      if (text.trim() === '') throw new Missing(sourceTexts.textMissing);
      await api.post('/api/profiles/:id/sources', { params, body: { kind, name, text } });
    } else {
      if (contents.length === 0) throw new Missing('Choose at least one text.');
      const body = { kind, contentIds: [...contents] };
      await api.post('/api/profiles/:id/sources', { params, body });
    }
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (pending) return;
    setPending(true);
    setProblem(undefined);
    try {
      await add();
    } catch (error) {
      if (error instanceof SignedOut) return;
      setProblem(
        error instanceof Missing ? error.message : refusalText(error, sourceTexts.addFailed),
      );
      setPending(false);
      return;
    }
    if (kind === 'text') writeDraft(draft, '');
    onAdded();
    onDone();
  }

  function choose(next: SourceKind) {
    setKind(next);
    setProblem(undefined);
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="space-y-5">
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium">Kind of source</legend>
        <div className="divide-y overflow-hidden rounded-lg border">
          {CHOICES.map((choice) => (
            <label
              key={choice.kind}
              className="grid min-h-11 cursor-pointer grid-cols-[auto_1fr] content-center gap-x-3 px-4 py-2.5 text-sm transition-colors hover:bg-hover has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-ring"
            >
              <input
                type="radio"
                name={group}
                value={choice.kind}
                checked={kind === choice.kind}
                onChange={() => choose(choice.kind)}
                // The name only; the label around it includes the explanation.
                aria-label={choice.label}
                aria-describedby={`${group}-${choice.kind}`}
                className="mt-0.5 size-4 shrink-0 accent-accent outline-none"
              />
              <span className="font-medium">{choice.label}</span>
              <span id={`${group}-${choice.kind}`} className="col-start-2 text-muted">
                {choice.text}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      {kind === 'website' && (
        <Field
          label="Website address"
          value={address}
          inputMode="url"
          autoComplete="url"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="www.example.com"
          maxLength={500}
          hint="We follow its sitemap or its links, and leave out what its robots.txt excludes."
          onChange={({ target }) => setAddress(target.value)}
        />
      )}
      {kind === 'file' && (
        <div>
          <FileButton
            label={file ? 'Choose another file' : 'Choose a file'}
            name="Source file"
            accept={SOURCE_FILES}
            onChoose={(chosen) => {
              setFile(chosen);
              setProblem(undefined);
            }}
          />
          <p className="mt-2 text-sm wrap-anywhere text-muted" role="status">
            {file ? file.name : 'No file chosen yet.'}
          </p>
        </div>
      )}
      {kind === 'text' && (
        <>
          <Field
            label="Name (optional)"
            value={name}
            maxLength={MAX_SOURCE_NAME}
            placeholder="Price list"
            autoComplete="off"
            onChange={({ target }) => setName(target.value)}
          />
          <AreaField
            label="Text"
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              writeDraft(draft, target.value);
            }}
          />
        </>
      )}
      {kind === 'content' && (
        <ContentPicker profileId={profileId} chosen={contents} onChange={setContents} />
      )}
      <FormError>{problem}</FormError>
      <FormButtons label="Add source" pending={pending} onCancel={onDone} />
    </form>
  );
}

/** Something that the form needs isn't there yet. */
class Missing extends Error {}
