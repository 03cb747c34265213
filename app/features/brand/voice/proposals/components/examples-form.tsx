import { Sparkles } from 'lucide-react';
import {
  type FormEvent,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';

import { type Refused, RefusedNote } from '~/features/billing';
import { useAnswer } from '~/http/use-answer';
import { isTextList, parsedOf } from '~/lib/json';
import { readTypedDraft, writeDraft } from '~/lib/tab-drafts';
import { estimateTokens } from '~/lib/tokens/estimate';
import { Button } from '~/ui/button';
import { Plus, X } from '~/ui/display/shared-icons';
import { DemoNote } from '~/ui/feedback/demo';
import { SpinnerIcon } from '~/ui/feedback/progress';
import { AreaField } from '~/ui/forms/area-field';

import { roughTokens } from '../../../drafting/rough-tokens';
import { cleanExamples, MAX_EXAMPLE, MAX_EXAMPLES } from '../proposal';
import { proposalTexts } from '../texts';
import { type ProposalTerms, readProposalTerms } from '../use-rule-proposals';

interface ExamplesFormProps {
  profileId: string;
  /** What the last proposals were based on. */
  first: readonly string[];
  /** Why the last attempt failed. */
  refused: Refused | null;
  pending: boolean;
  onStart: (examples: string[], grounding: string) => Promise<void>;
  onCancel: () => void;
}

/** Examples of good writing to derive rules from, and what that costs. What is typed survives a reload. */
export function ExamplesForm(props: ExamplesFormProps) {
  const { profileId, first, refused, pending, onStart, onCancel } = props;
  const draft = `rule-examples:${profileId}`;
  const [examples, setExamples] = useState<readonly string[]>(() => {
    const kept = parsedOf(readTypedDraft(draft));
    if (isTextList(kept) && kept.length > 0) return kept;
    return first.length > 0 ? first : [''];
  });
  const [problems, setProblems] = useState<Record<number, string>>({});
  const ask = useCallback(() => readProposalTerms(profileId), [profileId]);
  const { value: terms, problem, retry } = useAnswer(ask, proposalTexts.termsFailed);
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that led here is gone.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const grew = useRef(false);
  useEffect(() => {
    if (grew.current) areas(form.current).at(-1)?.focus();
    grew.current = false;
  }, [examples.length]);

  function change(typed: readonly string[]) {
    setExamples(typed);
    setProblems({});
    writeDraft(draft, JSON.stringify(typed));
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (pending || terms === null || terms.demo) return;
    const found: Record<number, string> = {};
    for (const [at, example] of examples.entries()) {
      if (example.trim().length > MAX_EXAMPLE) found[at] = proposalTexts.exampleTooLong;
    }
    const cleaned = cleanExamples(examples);
    if (cleaned.length === 0 && terms.grounding === '') found[0] = proposalTexts.nothingToGoBy;
    setProblems(found);
    const at = Object.keys(found)[0];
    if (at !== undefined) return areas(form.current)[Number(at)]?.focus();
    await onStart(cleaned, terms.grounding);
    writeDraft(draft, '');
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => void submit(event)}
      aria-label="Suggest rules"
      className="max-w-3xl space-y-5"
    >
      <div>
        <h3 ref={heading} tabIndex={-1} className="rounded-sm font-medium">
          Suggest rules
        </h3>
        <p className="mt-1 max-w-xl text-sm text-muted">
          Paste up to {MAX_EXAMPLES} texts that sound just like you. We’ll suggest rules from them
          and from your profile, each with the line it’s based on.
        </p>
      </div>
      {examples.map((example, at) => (
        <div key={at} className="relative">
          <AreaField
            label={`Example ${at + 1}`}
            value={example}
            errors={problems[at] === undefined ? undefined : [problems[at]]}
            onChange={({ target }) => change(examples.with(at, target.value))}
          />
          {examples.length > 1 && (
            <Button
              variant="ghost"
              size="sm"
              aria-label={`Remove example ${at + 1}`}
              onClick={() => {
                change(examples.toSpliced(at, 1));
                areas(form.current)[Math.max(at - 1, 0)]?.focus();
              }}
              className="absolute! -top-1.5 right-0 touch:-top-3"
            >
              <X className="size-4" aria-hidden="true" />
              Remove
            </Button>
          )}
        </div>
      ))}
      {examples.length < MAX_EXAMPLES && (
        <Button
          variant="secondary"
          size="sm"
          onClick={() => {
            grew.current = true;
            change([...examples, '']);
          }}
        >
          <Plus className="size-4" aria-hidden="true" />
          Add an example
        </Button>
      )}
      <RefusedNote refused={refused} />
      <Cost terms={terms} problem={problem} examples={examples} onRetry={retry} />
      <div className="flex flex-wrap gap-2">
        {terms?.demo !== true && (
          <Button type="submit" pending={pending} aria-disabled={terms === null || undefined}>
            <Sparkles className="size-4" aria-hidden="true" />
            Suggest rules
          </Button>
        )}
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
      <p className="text-sm text-muted">{proposalTexts.kept}</p>
    </form>
  );
}

function areas(form: HTMLFormElement | null): HTMLTextAreaElement[] {
  return [...(form?.querySelectorAll('textarea') ?? [])];
}

interface CostProps {
  terms: ProposalTerms | null;
  problem: string | null;
  examples: readonly string[];
  onRetry: () => void;
}

function Cost({ terms, problem, examples, onRetry }: CostProps) {
  // Counting fifty pages takes a moment, and typing must not wait for it.
  const material = useDeferredValue(examples.join('\n'));
  const tokens = useMemo(
    () =>
      terms &&
      Math.ceil((terms.instructions + estimateTokens(material) + terms.answer) * terms.weight),
    [material, terms],
  );
  if (problem !== null) {
    return (
      <div className="flex flex-wrap items-center gap-3 text-sm">
        <p role="alert" className="text-danger">
          {problem}
        </p>
        <Button variant="secondary" size="sm" onClick={onRetry}>
          Try again
        </Button>
      </div>
    );
  }
  if (terms?.demo) return <DemoNote>{proposalTexts.noSample}</DemoNote>;
  return (
    <p className="flex items-center gap-2 text-sm text-muted">
      {tokens === null ? (
        <>
          <SpinnerIcon />
          Estimating the cost…
        </>
      ) : (
        <span>
          About <strong className="font-medium text-text">{roughTokens(tokens)} tokens</strong>
        </span>
      )}
    </p>
  );
}
