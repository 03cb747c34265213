import { Link } from '@remix-run/react';
import { ArrowRight, Sparkles, SpellCheck } from 'lucide-react';
import { useCallback, useId, useRef, useState } from 'react';

import { showFailure } from '~/features/accounts';
import { client, refusalText } from '~/http/client';
import { formatNumber } from '~/lib/format/numbers';
import { Button, buttonClass } from '~/ui/button';
import { ArrowLeft, Plus } from '~/ui/display/shared-icons';
import { toastSuccess } from '~/ui/feedback/toast';
import { useLoadOnUse } from '~/ui/load-on-use';

import { stepSearch } from '../../profiles/profile';
import type { VoiceRulesApi } from '../routes/voice-rules';
import { proposalTexts } from '../proposals/texts';
import { type NewRule, RULE_KINDS, type RuleKind, type VoiceRule } from '../rule';
import { type FormatName, KIND_GUIDES } from '../rule-kinds';
import { voiceRuleTexts } from '../texts';
import type { RuleList } from '../use-rule-list';
import { RuleRow } from './rule-row';

const api = client<VoiceRulesApi>();
const loadDialog = () => import('./rule-dialog');
const loadSets = () => import('./starter-sets-dialog');
const loadProposals = () => import('../proposals/components/rule-proposals');

/** With more rules than this, people choose which kind they see. */
const MANY = 12;

interface VoiceFormProps {
  profileId: string;
  list: RuleList;
  formats: readonly FormatName[];
}

/** The brand's voice rules by kind: added, changed, and removed one by one, or added as a set. */
export function VoiceForm({ profileId, list: { voice, receive }, formats }: VoiceFormProps) {
  const [dialog, setDialog] = useState<{ rule: VoiceRule | null; open: boolean }>();
  const [setsOpen, setSetsOpen] = useState<boolean>();
  const [suggesting, setSuggesting] = useState(false);
  const [chosen, setChosen] = useState<RuleKind | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const setsButton = useRef<HTMLButtonElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const closeDialog = () => setDialog((old) => old && { ...old, open: false });
  const form = useLoadOnUse(loadDialog, dialog !== undefined, closeDialog);
  const sets = useLoadOnUse(loadSets, setsOpen !== undefined, () => setSetsOpen(false));

  const stopSuggesting = useCallback(() => setSuggesting(false), []);
  const proposals = useLoadOnUse(loadProposals, suggesting, stopSuggesting);

  const { rules } = voice;
  const kinds = RULE_KINDS.filter((kind) => rules.some((rule) => rule.kind === kind));
  const filter = rules.length > MANY && chosen !== null && kinds.includes(chosen) ? chosen : null;

  async function remove(rule: VoiceRule) {
    try {
      const params = { id: profileId, ruleId: rule.id };
      const { removed, voice: now } = await api.del('/api/profiles/:id/voice/rules/:ruleId', {
        params,
      });
      receive(now);
      toastSuccess(voiceRuleTexts.removed, { label: 'Undo', run: () => void restore(removed) });
      // The button that had the focus is gone.
      heading.current?.focus();
    } catch (error) {
      showFailure(error, refusalText(error, voiceRuleTexts.removeFailed));
    }
  }

  async function restore(removed: VoiceRule) {
    try {
      const body = { rules: [removed] };
      receive(await api.post('/api/profiles/:id/voice/rules', { params: { id: profileId }, body }));
    } catch (error) {
      showFailure(error, refusalText(error, voiceRuleTexts.undoFailed));
    }
  }

  async function addProposed(proposed: NewRule[]) {
    const body = { rules: proposed };
    receive(await api.post('/api/profiles/:id/voice/rules', { params: { id: profileId }, body }));
    toastSuccess(proposalTexts.added);
  }

  const suggest = (
    <Button variant="secondary" onClick={() => setSuggesting(true)}>
      <Sparkles className="size-4" aria-hidden="true" />
      Suggest rules
    </Button>
  );
  const add = (
    <Button ref={addButton} onClick={() => setDialog({ rule: null, open: true })}>
      <Plus className="size-4" aria-hidden="true" />
      Add rule
    </Button>
  );
  const browse = (
    <Button ref={setsButton} variant="secondary" onClick={() => setSetsOpen(true)}>
      Browse starter sets
    </Button>
  );

  return (
    <section aria-labelledby="step" className="space-y-6">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0 flex-1 basis-72">
          <h2
            ref={heading}
            tabIndex={-1}
            id="step"
            className="rounded-sm font-display text-2xl font-semibold tracking-tight"
          >
            Voice rules
          </h2>
          <p className="mt-1 max-w-xl text-pretty text-muted">
            The words you use and the ones you don’t. AI follows them in everything it writes for
            this brand.
          </p>
        </div>
        {rules.length > 0 && !suggesting && (
          <div className="flex flex-wrap gap-2">
            {add}
            {suggest}
            {browse}
          </div>
        )}
      </div>
      {suggesting && proposals && (
        <div className="rounded-xl border px-5 py-5 sm:px-6">
          <proposals.RuleProposals
            profileId={profileId}
            rules={rules}
            onAccept={addProposed}
            onClose={() => {
              setSuggesting(false);
              heading.current?.focus();
            }}
          />
        </div>
      )}
      {rules.length === 0 && suggesting ? null : rules.length === 0 ? (
        <div className="rounded-xl border border-dashed px-6 py-10 text-center">
          <SpellCheck className="mx-auto size-6 text-muted" aria-hidden="true" />
          <h3 className="mt-3 font-display text-xl font-semibold">No rules yet</h3>
          <p className="mx-auto mt-2 max-w-md text-sm text-balance text-muted">
            Say which words are yours, which to avoid, and which claims need proof. Add your first
            rule, or start with a set for plain language, health claims, or finance.
          </p>
          <div className="mt-5 flex flex-wrap justify-center gap-2">
            {add}
            {suggest}
            {browse}
          </div>
        </div>
      ) : (
        <>
          {rules.length > MANY && (
            <KindFilter rules={rules} kinds={kinds} kind={filter} onChange={setChosen} />
          )}
          <div className="divide-y rounded-xl border bg-raised">
            {kinds
              .filter((kind) => filter === null || kind === filter)
              .map((kind) => (
                <section
                  key={kind}
                  aria-labelledby={`rules-${kind}`}
                  className="sm:grid sm:grid-cols-[9rem_minmax(0,1fr)]"
                >
                  <h3
                    id={`rules-${kind}`}
                    className="px-4 pt-4 text-sm font-medium text-muted max-sm:-mb-1.5 sm:pr-0"
                  >
                    {KIND_GUIDES[kind].label}
                  </h3>
                  <ul className="divide-y">
                    {rules
                      .filter((rule) => rule.kind === kind)
                      .map((rule) => (
                        <RuleRow
                          key={rule.id}
                          rule={rule}
                          formats={formats}
                          onEdit={() => setDialog({ rule, open: true })}
                          onRemove={() => remove(rule)}
                        />
                      ))}
                  </ul>
                </section>
              ))}
          </div>
        </>
      )}
      <div className="flex flex-wrap justify-between gap-3 border-t pt-6">
        <Link to={stepSearch('look')} className={buttonClass({ variant: 'secondary' })}>
          <ArrowLeft className="size-4" aria-hidden="true" />
          Look
        </Link>
        <Link to={stepSearch('knowledge')} className={buttonClass({ variant: 'secondary' })}>
          Knowledge
          <ArrowRight className="size-4" aria-hidden="true" />
        </Link>
      </div>
      {form && dialog && (
        <form.RuleDialog
          key={dialog.rule?.id ?? 'new'}
          profileId={profileId}
          rule={dialog.rule}
          formats={formats}
          open={dialog.open}
          returnTo={dialog.rule === null ? addButton : undefined}
          onClose={closeDialog}
          onChanged={receive}
        />
      )}
      {sets && setsOpen !== undefined && (
        <sets.StarterSetsDialog
          profileId={profileId}
          rules={rules}
          open={setsOpen}
          returnTo={setsButton}
          onClose={() => setSetsOpen(false)}
          onChanged={receive}
        />
      )}
    </section>
  );
}

interface KindFilterProps {
  rules: readonly VoiceRule[];
  kinds: readonly RuleKind[];
  kind: RuleKind | null;
  onChange: (kind: RuleKind | null) => void;
}

function KindFilter({ rules, kinds, kind, onChange }: KindFilterProps) {
  const id = useId();
  const count = (wanted: RuleKind) => rules.filter((rule) => rule.kind === wanted).length;
  return (
    <div className="flex items-center gap-3">
      <label htmlFor={id} className="text-sm font-medium">
        Show
      </label>
      <select
        id={id}
        value={kind ?? ''}
        onChange={({ target }) => onChange(kinds.find((one) => one === target.value) ?? null)}
        className="h-10 max-w-full min-w-0 rounded-md border border-border-strong bg-field px-3 text-sm touch:h-11"
      >
        <option value="">All rules ({formatNumber(rules.length)})</option>
        {kinds.map((one) => (
          <option key={one} value={one}>
            {KIND_GUIDES[one].label} ({formatNumber(count(one))})
          </option>
        ))}
      </select>
    </div>
  );
}
