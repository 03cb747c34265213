import { useCallback, useState } from 'react';

import { client, refusalText, RequestRefused } from '~/http/client';
import { readTypedDraft, writeDraft } from '~/lib/tab-drafts';
import { Button } from '~/ui/button';
import { CopyButton } from '~/ui/display/copy-button';
import { FormError } from '~/ui/feedback/notice';
import { toastSuccess } from '~/ui/feedback/toast';
import { useLoadOnUse } from '~/ui/load-on-use';

import { formatById, isMarkdown } from '../../../formats/formats';
import { FormatChecks } from '../../../formats/components/format-panels';
import { TextMarks } from '../../../brand-check/text-marks';
import { RewriteEditor } from '../../../rewrite/components/rewrite-editor';
import { TextView, useTextView } from '../../../rewrite/components/text-view';
import type { VariantView } from '../../briefs/brief';
import type { VariantsApi } from '../../routes/variants';
import { briefTexts } from '../../texts';
import { useVariantCheck } from '../use-variant-check';
import { parseVariantDraft, variantDraft } from '../variant';

const api = client<VariantsApi>();

const NOTHING = () => {};

/** The brief's page is at its budget without it. */
const loadReview = () => import('../../../review/components/brand-review');

interface VariantEditorProps {
  variant: VariantView;
  name: string;
  profileId: string | null;
  keywords: readonly string[];
  /** What the person wrote in the brief. */
  given: string;
  onClose: () => void;
}

type Problem =
  | { type: 'failed'; text: string }
  /** `theirs` is the current text on the server. */
  | { type: 'conflict'; theirs: { text: string; version: number } }
  | { type: 'gone' };

/** Edits a variant. The typed text survives in the tab, whatever happens. */
export function VariantEditor({
  variant,
  name,
  profileId,
  keywords,
  given,
  onClose,
}: VariantEditorProps) {
  const draft = variantDraft(variant.id);
  const [stored] = useState(() => parseVariantDraft(readTypedDraft(draft)));
  const [text, setText] = useState(stored?.text ?? variant.text);
  const [version] = useState(stored?.version ?? variant.version);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [pending, setPending] = useState(false);
  const [marks] = useState(() => new TextMarks());
  const brand = useVariantCheck(variant, profileId, marks, { given, reload: NOTHING });
  const [reviewing, setReviewing] = useState(false);
  const [wantsReview, setWantsReview] = useState(true);
  const giveUp = useCallback(() => setWantsReview(false), []);
  const review = useLoadOnUse(loadReview, wantsReview, giveUp);

  const view = useTextView(isMarkdown(formatById(variant.formatId)?.category));

  function type(typed: string) {
    setText(typed);
    writeDraft(draft, JSON.stringify({ text: typed, version }));
  }
  function close() {
    writeDraft(draft, '');
    onClose();
  }
  async function keep(from: number) {
    if (pending || text.trim() === '') return;
    setPending(true);
    setProblem(null);
    try {
      await api.patch('/api/pieces/:id', {
        params: { id: variant.id },
        body: { text, version: from },
      });
      toastSuccess(briefTexts.editKept);
      close();
    } catch (error) {
      setProblem(await problemOf(error, variant.id));
      setPending(false);
    }
  }

  return (
    <div className="grid grid-cols-1 items-start gap-6 desktop:grid-cols-[minmax(0,1fr)_20rem]">
      <div>
        <RewriteEditor
          kind="variant"
          textId={variant.id}
          label={`Text of ${name}`}
          beside={<TextView {...view} />}
          formatted={view.formatted}
          onPlain={view.showSource}
          opensFocused
          value={text}
          onChange={type}
          formatId={variant.formatId}
          profileId={profileId}
          onSave={() => void keep(version)}
          marks={marks}
          onReviewing={setReviewing}
        />
        {problem && <ProblemNote problem={problem} text={text} onMine={keep} onTheirs={close} />}
        <div className="mt-4 flex flex-wrap gap-2">
          <Button
            variant={reviewing ? 'secondary' : 'primary'}
            pending={pending}
            aria-disabled={text.trim() === ''}
            onClick={text.trim() === '' ? undefined : () => void keep(version)}
            className="aria-disabled:opacity-50"
          >
            Save changes
          </Button>
          <Button variant="ghost" onClick={close}>
            Cancel
          </Button>
        </div>
      </div>
      <div className="space-y-6">
        <FormatChecks
          formatId={variant.formatId}
          text={text}
          keywords={keywords}
          brand={brand && { ...brand, onChange: type }}
        />
        {review && (
          <review.BrandReview
            name={`variant:${variant.id}`}
            text={text}
            formatId={variant.formatId}
            profileId={profileId}
            onChange={type}
          />
        )}
      </div>
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
        {problem.type === 'gone' && briefTexts.editGone}
        {problem.type === 'conflict' && briefTexts.editConflict}
      </FormError>
      {problem.type === 'gone' && (
        <CopyButton
          label="Copy your text"
          size="sm"
          variant="secondary"
          text={() => text}
          copied={briefTexts.copied}
          failed={briefTexts.copyFailed}
        />
      )}
      {problem.type === 'conflict' && (
        <>
          <div className="max-h-60 overflow-y-auto rounded-lg border bg-sunken px-3.5 py-3 text-sm">
            <p className="mb-1 font-medium">The other version</p>
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
              Use the other version
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

async function problemOf(error: unknown, id: string): Promise<Problem> {
  const status = error instanceof RequestRefused ? error.status : 0;
  if (status === 404) return { type: 'gone' };
  if (status !== 409) return { type: 'failed', text: refusalText(error, briefTexts.editFailed) };
  try {
    return { type: 'conflict', theirs: await api.get('/api/pieces/:id', { params: { id } }) };
  } catch {
    // The other text can't be shown now; the next attempt will find the same conflict.
    return { type: 'failed', text: briefTexts.editConflict };
  }
}
