import { type KeyboardEvent, useId, useRef, useState } from 'react';

import { Button } from '~/ui/button';
import { FileButton } from '~/ui/forms/file-button';
import { isComposing } from '~/ui/keyboard';

import { MATERIAL_FILES, type ReadMaterial } from '../material';
import { useMaterial } from '../use-material';
import { ReadingNote } from './reading-note';

interface MaterialSourceProps {
  onRead: (read: ReadMaterial) => void;
}

/** Gets the text about a business from its website or from a file. */
export function MaterialSource({ onRead }: MaterialSourceProps) {
  const id = useId();
  const { reading, problem, readWebsite, readFile, cancel } = useMaterial();
  const [address, setAddress] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const isReading = reading !== null;

  async function finish(request: Promise<ReadMaterial | null>, failed: () => void) {
    const read = await request;
    if (read) onRead(read);
    else failed();
  }

  function startWebsite() {
    if (isReading) return;
    if (address.trim() === '') field.current?.focus();
    else void finish(readWebsite(address.trim()), () => field.current?.focus());
  }

  function stop() {
    cancel();
    // The button that was pressed goes with what it stopped.
    field.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || isComposing(event)) return;
    // Not the form around it, which would start the draft.
    event.preventDefault();
    startWebsite();
  }

  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        Website address
      </label>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <input
          ref={field}
          id={id}
          value={address}
          inputMode="url"
          autoComplete="url"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="www.example.com"
          maxLength={500}
          aria-invalid={problem !== null || undefined}
          aria-describedby={`${id}-status`}
          onChange={({ target }) => setAddress(target.value)}
          onKeyDown={onKeyDown}
          className="h-10 min-w-0 flex-[1_1_14rem] touch:basis-full rounded-md border border-border-strong bg-field px-3 text-[0.9375rem] -outline-offset-1 transition-colors placeholder:text-muted hover:border-text/60 focus:border-ring aria-invalid:border-danger touch:h-11"
        />
        {/* On phones the buttons wrap, and the note stays at its field. */}
        <div id={`${id}-status`} className="order-last basis-full text-sm touch:order-none">
          {reading !== null ? (
            <ReadingNote name={reading} onCancel={stop} />
          ) : problem !== null ? (
            <p role="alert" className="text-danger">
              {problem}
            </p>
          ) : (
            <p className="text-muted">
              We read a few public pages. Files can be PDF, Word, Markdown, or text.
            </p>
          )}
        </div>
        <Button variant="secondary" aria-disabled={isReading || undefined} onClick={startWebsite}>
          Read website
        </Button>
        <span className="text-sm text-muted" aria-hidden="true">
          or
        </span>
        <FileButton
          label="Choose a file"
          name="File about the business"
          accept={MATERIAL_FILES}
          disabled={isReading}
          onChoose={(file) => void finish(readFile(file), () => {})}
        />
      </div>
    </div>
  );
}
