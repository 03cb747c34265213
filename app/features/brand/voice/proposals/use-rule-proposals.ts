import { useEffect, useMemo, useState } from 'react';

import {
  follow,
  type GenerationState,
  isRunning,
  lastAttempt,
  stop as stopText,
  useLiveText,
} from '~/engine/generation';
import { showFailure } from '~/features/accounts';
import { type Refused, refusedBy } from '~/features/billing';
import { client } from '~/http/client';
import { DAY_MS, HOUR_MS } from '~/lib/time';
import { readTypedDraft, writeDraft } from '~/ui/forms/drafts';

import type { NewRule } from '../rule';
import { type ProposedRule, readProposals } from './proposal';
import type { ProposalsApi } from './routes/proposals';
import { proposalTexts } from './texts';

const api = client<ProposalsApi>();

/** Proposals as this tab remembers them, so that a reload finds them again. */
interface Stored {
  id: string;
  examples: string[];
  /** What may be quoted besides the examples. */
  grounding: string;
  /** When they were requested. */
  at: number;
}

/** The server removes generated texts after a day. */
const KEPT_MS = DAY_MS - HOUR_MS;
const draftOf = (profileId: string) => `rule-proposals:${profileId}`;

export interface Proposals {
  proposals: ProposedRule[];
  state: GenerationState;
  running: boolean;
  /** Why they failed. */
  reason: string | null;
}

/** The newest proposals for a profile in this tab. */
export function useRuleProposals(profileId: string, rules: readonly NewRule[]) {
  const [stored, setStored] = useState<Stored | null>(() => read(profileId));
  const [refused, setRefused] = useState<Refused | null>(null);
  const [pending, setPending] = useState(false);
  const id = stored?.id ?? '';
  const live = useLiveText(id);

  useEffect(() => {
    if (id !== '') void follow(id);
  }, [id]);

  function keep(next: Stored | null) {
    setStored(next);
    writeDraft(draftOf(profileId), next === null ? '' : JSON.stringify(next));
  }

  const state = live?.state ?? 'queued';
  const running = isRunning(state);
  const answer = live?.text ?? '';
  const proposals = useMemo(() => {
    const material = stored ? [stored.grounding, ...stored.examples].join('\n') : '';
    return readProposals(lastAttempt(answer), material, { known: rules, running });
  }, [answer, stored, rules, running]);
  const view: Proposals | null = stored && {
    ...{ proposals, state, running },
    reason: live?.reason ?? null,
  };

  return {
    view,
    refused,
    pending,
    /** What the newest ones are based on. */
    examples: stored?.examples ?? [],

    async start(examples: string[], grounding: string) {
      setPending(true);
      setRefused(null);
      try {
        const { id } = await api.post('/api/profiles/:id/voice/proposals', {
          params: { id: profileId },
          body: { examples },
        });
        keep({ id, examples, grounding, at: Date.now() });
      } catch (error) {
        setRefused(refusedBy(error, proposalTexts.startFailed));
      } finally {
        setPending(false);
      }
    },

    async stop() {
      try {
        await stopText(id);
      } catch (error) {
        showFailure(error, proposalTexts.stopFailed);
      }
    },

    clear() {
      setRefused(null);
      keep(null);
    },
  };
}

function read(profileId: string): Stored | null {
  const kept = readTypedDraft(draftOf(profileId));
  const stored = kept === '' ? null : (JSON.parse(kept) as Stored);
  return stored && Date.now() - stored.at < KEPT_MS ? stored : null;
}

/** What proposals cost, in tokens, besides the examples. */
export type ProposalTerms = Awaited<ReturnType<typeof readProposalTerms>>;

export function readProposalTerms(profileId: string) {
  return api.get('/api/profiles/:id/voice/proposals', { params: { id: profileId } });
}
