import { FileUp } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react';

import { Button } from '~/ui/button';
import { useFileDrop } from '~/ui/forms/use-file-drop';
import { refusalText, SignedOut } from '~/http/client';

import { pageTexts } from '../../page/texts';
import { ACCEPTED, refusalOf } from '../picked-files';
import { beginImport } from '../../uploads/use-upload';

interface FileZoneProps {
  /** What to do here. */
  title: string;
  hint?: ReactNode;
  button: string;
  /** Resolves to why these files are refused, or null. */
  onFiles: (files: File[]) => Promise<string | null>;
}

/** Accepts files from a picker, or dropped anywhere on the page. */
export function FileZone({ title, hint, button, onFiles }: FileZoneProps) {
  const picker = useRef<HTMLInputElement>(null);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const problemId = useId();
  const latest = useRef({ onFiles, pending });
  useEffect(() => {
    latest.current = { onFiles, pending };
  });

  const take = useCallback((files: readonly File[]) => {
    if (files.length === 0 || latest.current.pending) return;
    setPending(true);
    setProblem(null);
    void latest.current.onFiles([...files]).then((refusal) => {
      setPending(false);
      setProblem(refusal);
    });
  }, []);
  const dragging = useFileDrop(take);

  return (
    <div
      className={`rounded-xl border-2 border-dashed px-5 py-8 text-center transition-colors sm:py-10 ${dragging ? 'border-accent bg-accent-soft' : 'border-border-strong/60 bg-raised'}`}
    >
      <FileUp className="mx-auto size-8 text-accent" strokeWidth={1.5} aria-hidden="true" />
      <p className="mt-3 font-medium text-balance">{dragging ? pageTexts.dropHere : title}</p>
      {hint !== undefined && (
        <div className="mx-auto mt-1 max-w-md text-sm text-muted text-pretty wrap-anywhere">
          {hint}
        </div>
      )}
      <input
        ref={picker}
        type="file"
        multiple
        accept={ACCEPTED}
        aria-label="Export files"
        tabIndex={-1}
        className="hidden"
        onChange={(event) => {
          take([...(event.target.files ?? [])]);
          // Otherwise picking the same file again would change nothing.
          event.target.value = '';
        }}
      />
      <Button
        className="mt-4"
        pending={pending}
        aria-describedby={problem === null ? undefined : problemId}
        onClick={() => picker.current?.click()}
      >
        {button}
      </Button>
      <p
        id={problemId}
        role="alert"
        className={`mx-auto max-w-md text-sm text-danger text-pretty wrap-anywhere ${problem === null ? '' : 'mt-3'}`}
      >
        {problem}
      </p>
    </div>
  );
}

export function ImportPicker() {
  async function begin(files: File[]): Promise<string | null> {
    const refusal = refusalOf(files);
    if (refusal !== null) return refusal;
    try {
      await beginImport(files);
      return null;
    } catch (error) {
      return error instanceof SignedOut ? null : refusalText(error, pageTexts.beginFailed);
    }
  }
  return (
    <FileZone
      title="Drop your export here"
      hint="ZIP or JSON, one or more files. You’ll see what’s inside before anything is imported."
      button="Choose files"
      onFiles={begin}
    />
  );
}
