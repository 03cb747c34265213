import { useState } from 'react';

import { refusalText, RequestRefused } from '~/features/auth';
import { readDraft, writeDraft } from '~/lib/drafts';
import { Button } from '~/ui/button';
import { CopyButton } from '~/ui/copy-button';
import { FormError } from '~/ui/field';
import { toastSuccess } from '~/ui/toast';

import type { PieceView } from '../brief';
import { requestBriefNow, requestEdit } from '../brief-requests';
import { briefMessages } from '../messages';
import { parsePieceDraft, pieceDraft } from '../piece-draft';
import { PieceChecks } from './piece-look';

interface PieceEditorProps {
  briefId: string;
  piece: PieceView;
  name: string;
  profileId: string | null;
  keywords: readonly string[];
  onClose: () => void;
}

type Problem =
  | { type: 'failed'; text: string }
  /** `theirs` is what it says by now. */
  | { type: 'conflict'; theirs: { text: string; version: number } }
  | { type: 'gone' };

/** A piece as the person writes it on. What is typed is kept while the tab is open, whatever happens. */
export function PieceEditor({ briefId, piece, name, keywords, onClose }: PieceEditorProps) {
  const draft = pieceDraft(piece.id);
  const [kept] = useState(() => parsePieceDraft(readDraft(draft)));
  const [text, setText] = useState(kept?.text ?? piece.text);
  const [version] = useState(kept?.version ?? piece.version);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [pending, setPending] = useState(false);

  function type(typed: string) {
    setText(typed);
    writeDraft(draft, JSON.stringify({ text: typed, version }));
  }
  function close() {
    writeDraft(draft, '');
    onClose();
  }
  async function keep(from: number) {
    if (pending) return;
    setPending(true);
    setProblem(null);
    try {
      await requestEdit(piece.id, text, from);
      toastSuccess(briefMessages.editKept);
      close();
    } catch (error) {
      setProblem(await problemOf(error, briefId, piece.id));
      setPending(false);
    }
  }

  return (
    <div className="grid items-start gap-6 desktop:grid-cols-[minmax(0,1fr)_20rem]">
      <div>
        <label className="block">
          <span className="mb-1.5 block text-sm font-medium">
            Text<span className="sr-only"> of {name}</span>
          </span>
          <textarea
            autoFocus
            value={text}
            onChange={({ target }) => type(target.value)}
            className="block field-sizing-content max-h-[70vh] min-h-64 w-full rounded-md border border-border-strong bg-field px-3 py-2.5 leading-7 -outline-offset-1 hover:border-text/60 focus:border-ring"
          />
        </label>
        {problem && <ProblemNote problem={problem} text={text} onMine={keep} onTheirs={close} />}
        <div className="mt-4 flex flex-wrap gap-2">
          <Button
            pending={pending}
            aria-disabled={text.trim() === ''}
            onClick={text.trim() === '' ? undefined : () => void keep(version)}
            className="aria-disabled:opacity-50"
          >
            Keep changes
          </Button>
          <Button variant="ghost" onClick={close}>
            Cancel
          </Button>
        </div>
      </div>
      <PieceChecks formatId={piece.formatId} text={text} keywords={keywords} />
    </div>
  );
}

function ProblemNote({
  problem,
  text,
  onMine,
  onTheirs,
}: {
  problem: Problem;
  text: string;
  onMine: (version: number) => Promise<void>;
  onTheirs: () => void;
}) {
  return (
    <div className="mt-4 space-y-3">
      <FormError>
        {problem.type === 'failed' && problem.text}
        {problem.type === 'gone' && briefMessages.editGone}
        {problem.type === 'conflict' && briefMessages.editConflict}
      </FormError>
      {problem.type === 'gone' && (
        <CopyButton
          label="Copy your text"
          size="sm"
          variant="secondary"
          text={() => text}
          copied={briefMessages.copied}
          failed={briefMessages.copyFailed}
        />
      )}
      {problem.type === 'conflict' && (
        <>
          <div className="max-h-60 overflow-y-auto rounded-lg border bg-sunken px-3.5 py-3 text-sm">
            <p className="mb-1 font-medium">What it says there</p>
            <p className="whitespace-pre-wrap wrap-anywhere text-muted">{problem.theirs.text}</p>
          </div>
          <div className="flex flex-wrap gap-2">
            <Button
              variant="secondary"
              size="sm"
              onClick={() => void onMine(problem.theirs.version)}
            >
              Keep mine
            </Button>
            <Button variant="secondary" size="sm" onClick={onTheirs}>
              Take the other
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

async function problemOf(error: unknown, briefId: string, id: string): Promise<Problem> {
  const status = error instanceof RequestRefused ? error.status : 0;
  if (status === 404) return { type: 'gone' };
  if (status !== 409) return { type: 'failed', text: refusalText(error, briefMessages.editFailed) };
  try {
    const { pieces } = await requestBriefNow(briefId);
    const theirs = pieces.find((piece) => piece.id === id);
    return theirs ? { type: 'conflict', theirs } : { type: 'gone' };
  } catch {
    // What stands there cannot be shown now: the next attempt finds the same.
    return { type: 'failed', text: briefMessages.editConflict };
  }
}
