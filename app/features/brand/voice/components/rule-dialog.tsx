import { type FormEvent, type RefObject, useId, useState } from 'react';

import { showFailure } from '~/features/accounts';
import { client, refusalText, refusedFields, RequestRefused } from '~/http/client';
import { readTypedDraft, writeDraft } from '~/lib/tab-drafts';
import { Button } from '~/ui/button';
import { FormError } from '~/ui/feedback/notice';
import { CollisionChoice } from '~/ui/forms/collision-choice';
import { toastSuccess } from '~/ui/feedback/toast';
import { Dialog } from '~/ui/overlays/dialog';

import type { RuleProblems } from '../clean-rule';
import type { VoiceRulesApi } from '../routes/voice-rules';
import type { NewRule, VoiceRule, VoiceRules } from '../rule';
import { draftOf, readDraft, type RuleDraft, ruleIn, ruleOf } from '../rule-draft';
import { type FormatName, ruleText } from '../rule-kinds';
import { voiceRuleTexts } from '../texts';
import { RuleFields } from './rule-fields';

const api = client<VoiceRulesApi>();

interface RuleDialogProps {
  profileId: string;
  /** Null for a new one. */
  rule: VoiceRule | null;
  formats: readonly FormatName[];
  open: boolean;
  returnTo: RefObject<HTMLElement | null> | undefined;
  onClose: () => void;
  onChanged: (voice: VoiceRules) => void;
}

/** The form for a rule, in a dialog. What is typed survives closing it, until it's saved or canceled. */
export function RuleDialog(props: RuleDialogProps) {
  const { rule, open, returnTo, onClose } = props;
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={rule === null ? 'Add a voice rule' : 'Edit rule'}
      returnTo={returnTo}
    >
      <RuleForm {...props} />
    </Dialog>
  );
}

function RuleForm({ profileId, rule, formats, onClose, onChanged }: RuleDialogProps) {
  const draftName = `voice-rule:${profileId}:${rule?.id ?? 'new'}`;
  const [draft, setDraft] = useState(() => readDraft(readTypedDraft(draftName)) ?? draftOf(rule));
  const [problems, setProblems] = useState<RuleProblems>({});
  const [refusal, setRefusal] = useState<string>();
  const [pending, setPending] = useState(false);
  // The state that this change is made on; `theirs` is what another tab made of it meanwhile.
  const [base, setBase] = useState(rule);
  const [theirs, setTheirs] = useState<VoiceRule | null>(null);
  const [gone, setGone] = useState(false);
  const formId = useId();

  function write(change: Partial<RuleDraft>) {
    const next = { ...draft, ...change };
    setDraft(next);
    writeDraft(draftName, JSON.stringify(next));
  }

  function done() {
    writeDraft(draftName, '');
    onClose();
  }

  async function save(event: FormEvent) {
    event.preventDefault();
    event.stopPropagation();
    if (pending || theirs !== null) return;
    const { rule: written, problems: found } = ruleOf(draft);
    setProblems(found ?? {});
    setRefusal(undefined);
    if (found !== null) {
      focusInvalid(formId);
      return;
    }
    setPending(true);
    try {
      if (base === null || gone) await add(written);
      else await change(base, written);
    } catch (error) {
      note(error);
    } finally {
      setPending(false);
    }
  }

  async function add(written: NewRule) {
    const body = { rules: [written] };
    const voice = await api.post('/api/profiles/:id/voice/rules', {
      params: { id: profileId },
      body,
    });
    onChanged(voice);
    if (voice.added === 0) {
      const { there, thereWithoutWords } = voiceRuleTexts;
      setRefusal(written.terms.length > 0 ? there : thereWithoutWords);
      return;
    }
    toastSuccess(voiceRuleTexts.added);
    done();
  }

  async function change({ id: ruleId, ...from }: VoiceRule, written: NewRule) {
    const { voice } = await api.patch('/api/profiles/:id/voice/rules/:ruleId', {
      params: { id: profileId, ruleId },
      body: { from, to: written, flagAgain: draft.flagAgain },
    });
    onChanged(voice);
    toastSuccess(voiceRuleTexts.saved);
    done();
  }

  function note(error: unknown) {
    if (error instanceof RequestRefused && base !== null) {
      const changed = error.status === 409 ? ruleIn(error.body.rule) : null;
      if (changed !== null) {
        setTheirs(changed);
        return;
      }
      if (error.status === 404) {
        setGone(true);
        setRefusal('This rule was removed in another tab. Save yours as a new rule, or cancel.');
        return;
      }
    }
    setProblems(refusedFields(error));
    const text = refusalText(error, '');
    if (text === '') showFailure(error, voiceRuleTexts.saveFailed);
    else setRefusal(text);
  }

  return (
    <form id={formId} noValidate onSubmit={(event) => void save(event)} className="space-y-5">
      <FormError>{refusal}</FormError>
      <RuleFields
        draft={draft}
        problems={problems}
        exceptions={base?.exceptions ?? []}
        formats={formats}
        isNew={rule === null}
        write={write}
      />
      {theirs !== null && (
        <CollisionChoice
          text="This rule was changed in another tab. It now says:"
          onKeep={() => {
            setBase(theirs);
            setTheirs(null);
          }}
          onTake={() => {
            setBase(theirs);
            setTheirs(null);
            write(draftOf(theirs));
          }}
        >
          <p className="mt-1 wrap-anywhere text-muted">
            {ruleText(theirs)} {theirs.reason}
          </p>
        </CollisionChoice>
      )}
      <div className="flex flex-wrap justify-end gap-2 pt-1">
        <Button variant="secondary" onClick={done}>
          Cancel
        </Button>
        <Button type="submit" pending={pending} aria-disabled={theirs !== null || undefined}>
          {gone ? 'Save as new rule' : rule === null ? 'Add rule' : 'Save'}
        </Button>
      </div>
    </form>
  );
}

/** Moves the focus to the first field with a problem, once the problems are shown. */
function focusInvalid(formId: string): void {
  requestAnimationFrame(() => {
    document
      .getElementById(formId)
      ?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')
      ?.focus();
  });
}
