import { Sparkles } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import { type Refused, RefusedNote } from '~/features/billing';
import { refusalText } from '~/http/client';
import { formatCount } from '~/lib/format/numbers';
import { asSentence } from '~/lib/text/sentence';
import { Button } from '~/ui/button';
import { FormError } from '~/ui/feedback/notice';
import { SpinnerIcon } from '~/ui/feedback/progress';

import type { NewRule } from '../../rule';
import { MAX_PROPOSALS, type ProposedRule } from '../proposal';
import { proposalTexts } from '../texts';
import { type Proposals, useRuleProposals } from '../use-rule-proposals';
import { ExamplesForm } from './examples-form';
import { ProposedRuleRow } from './proposed-rule-row';

interface RuleProposalsProps {
  profileId: string;
  /** The rules that the profile has; none of them is proposed again. */
  rules: readonly NewRule[];
  /** Adds the chosen rules. Rejects when that failed. */
  onAccept: (rules: NewRule[]) => Promise<void>;
  onClose: () => void;
}

/** Proposes voice rules from the profile and from examples of good writing. All of them are chosen at first. */
export function RuleProposals({ profileId, rules, onAccept, onClose }: RuleProposalsProps) {
  const { view, refused, pending, examples, start, startAgain, stop, clear } = useRuleProposals(
    profileId,
    rules,
  );
  const [changing, setChanging] = useState(false);
  if (view === null || changing) {
    return (
      <ExamplesForm
        profileId={profileId}
        first={examples}
        refused={refused}
        pending={pending}
        onStart={async (typed, grounding) => {
          await start(typed, grounding);
          setChanging(false);
        }}
        onCancel={changing ? () => setChanging(false) : onClose}
      />
    );
  }
  return (
    <ProposalList
      view={view}
      refused={refused}
      pending={pending}
      onStop={() => void stop()}
      onStartAgain={() => void startAgain()}
      onChange={() => setChanging(true)}
      onAdd={async (chosen) => {
        await onAccept(chosen);
        clear();
        onClose();
      }}
      onClose={() => {
        clear();
        onClose();
      }}
    />
  );
}

interface ProposalListProps {
  view: Proposals;
  /** Why another attempt didn't begin. */
  refused: Refused | null;
  pending: boolean;
  onStop: () => void;
  onStartAgain: () => void;
  onChange: () => void;
  onAdd: (rules: NewRule[]) => Promise<void>;
  onClose: () => void;
}

function ProposalList(props: ProposalListProps) {
  const { view, refused, pending, onStop, onStartAgain, onChange, onAdd, onClose } = props;
  const { proposals, state, running } = view;
  /** By what the rules are about, since the list grows. */
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [adding, setAdding] = useState(false);
  const [problem, setProblem] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const chosen = proposals.filter((proposal) => !left.has(idOf(proposal)));
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);

  async function add() {
    setAdding(true);
    setProblem('');
    try {
      await onAdd(chosen.map(({ rule }) => rule));
    } catch (error) {
      setProblem(refusalText(error, proposalTexts.addFailed));
      setAdding(false);
    }
  }

  return (
    <section aria-label="Suggested rules" className="space-y-4">
      <h3 ref={heading} tabIndex={-1} className="rounded-sm font-medium">
        Suggested rules
      </h3>
      <Progress view={view} />
      {proposals.length > 0 && (
        <ul aria-label="Suggested rules" className="divide-y rounded-lg border bg-raised">
          {proposals.map((proposal) => {
            const id = idOf(proposal);
            return (
              <ProposedRuleRow
                key={id}
                proposal={proposal}
                checked={!left.has(id)}
                onToggle={(checked) => {
                  const next = new Set(left);
                  if (checked) next.delete(id);
                  else next.add(id);
                  setLeft(next);
                }}
              />
            );
          })}
        </ul>
      )}
      <FormError>{problem}</FormError>
      <RefusedNote refused={refused} />
      <div className="flex flex-wrap gap-2">
        {running && (
          <Button variant="secondary" onClick={onStop}>
            Stop
          </Button>
        )}
        {!running && proposals.length > 0 && (
          <Button
            pending={adding}
            aria-disabled={chosen.length === 0 || undefined}
            onClick={chosen.length === 0 ? undefined : () => void add()}
            className="aria-disabled:opacity-50"
          >
            {chosen.length === proposals.length
              ? 'Add rules'
              : `Add ${formatCount(chosen.length, 'rule')}`}
          </Button>
        )}
        {!running && state !== 'done' && (
          <Button variant="secondary" pending={pending} onClick={onStartAgain}>
            Try again
          </Button>
        )}
        {!running && (
          <Button variant={proposals.length > 0 ? 'ghost' : 'secondary'} onClick={onChange}>
            <Sparkles className="size-4" aria-hidden="true" />
            Edit examples
          </Button>
        )}
        {!running && (
          <Button variant="ghost" onClick={onClose}>
            Discard
          </Button>
        )}
      </div>
      <p className="text-sm text-muted">{proposalTexts.kept}</p>
    </section>
  );
}

function Progress({ view: { proposals, state, running, reason } }: { view: Proposals }) {
  const failed =
    (state === 'failed' && `${proposalTexts.failed} ${asSentence(reason)}`.trim()) ||
    (state === 'interrupted' && proposalTexts.interrupted) ||
    (!running && proposals.length === 0 && proposalTexts.none);
  return (
    <>
      <p role="status" className="flex items-center gap-2 text-sm text-muted">
        {running && <SpinnerIcon className="size-4 shrink-0 text-accent" />}
        {running && `Reading your writing… ${formatCount(proposals.length, 'rule')} so far`}
        {!running && proposals.length > 0 && foundText(proposals.length)}
      </p>
      {failed && (
        <p role="alert" className="text-sm text-danger">
          {failed}
        </p>
      )}
    </>
  );
}

function foundText(count: number): string {
  const most = count === MAX_PROPOSALS ? ', the most at a time' : '';
  return `${formatCount(count, 'rule')}${most}. Untick what you don’t want.`;
}

function idOf({ rule: { kind, terms, person } }: ProposedRule): string {
  return JSON.stringify([kind, terms, person]);
}
