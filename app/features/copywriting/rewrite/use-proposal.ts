import { begin, follow, type GenerationState, useGeneratedText } from '~/engine/generation';
import { showFailure } from '~/features/accounts';
import { citedNumbers } from '~/features/brand';
import { type Refused, refusedBy } from '~/features/billing';
import { client } from '~/http/client';

import type { FormatId } from '../formats/formats';
import { cleanRewrite } from './clean-rewrite';
import { isRewriteChoice, type RewriteChoice } from './rewrite';
import type { RewritesApi } from './routes/rewrites';
import { rewriteTexts } from './texts';

const api = client<RewritesApi>();

/** How far another wording is. */
export interface Proposal {
  /** Which attempt it is. */
  number: number;
  choice: RewriteChoice;
  /** `refused`: it did not begin. */
  state: GenerationState | 'refused';
  running: boolean;
  /** As it would stand in the text; while it is being written, what there is of it. */
  text: string;
  /** Why it failed or was refused, where someone said it. */
  reason: string | null;
  /** Its id, if a brand's documents may have gone along. */
  groundedId: string | null;
  /** Why it did not begin. */
  refused: Refused | null;
}

interface RewrittenText {
  /** What has the text; its kind and its id are what the proposal is remembered by in this tab. */
  kind: 'content' | 'variant' | 'document';
  textId: string;
  formatId: FormatId | null;
  profileId: string | null;
}

/** Other wordings of passages of a text, one at a time. */
export function useProposal({ kind, textId, formatId, profileId }: RewrittenText) {
  const generated = useGeneratedText(`rewrite:${kind}:${textId}`, isRewriteChoice);

  /** `whole` is the text as it is by now. */
  function start(choice: RewriteChoice, whole: string) {
    const { action, word, note, selection } = choice;
    const { text, before, after } = selection;
    const body = {
      ...{ text, before, after, action, note, formatId, profileId, textId },
      numbers: citedNumbers(whole),
      ...(action === 'tone' && { tone: word }),
      ...(action === 'translate' && { language: word }),
    };
    void generated.start(choice, () =>
      begin(api.post('/api/passages', { body }), {
        idOf: ({ id }) => id,
        lost: (id) => void follow(id),
      }),
    );
  }

  return {
    proposal: proposalOf(generated, profileId !== null),
    start,
    stop: () =>
      generated.stop().catch((error: unknown) => showFailure(error, rewriteTexts.stopFailed)),
    discard: generated.forget,
  };
}

function proposalOf(
  { text, attempt, number }: ReturnType<typeof useGeneratedText<RewriteChoice>>,
  hasBrand: boolean,
): Proposal | null {
  if (attempt) {
    const isRefused = attempt.state === 'refused';
    return {
      number,
      choice: attempt.subject,
      state: isRefused ? 'refused' : attempt.state === 'canceled' ? 'stopped' : 'queued',
      running: attempt.state === 'pending',
      text: '',
      reason: null,
      groundedId: null,
      refused: isRefused ? refusedBy(attempt.error, rewriteTexts.beginFailed) : null,
    };
  }
  if (!text) return null;
  const { id, subject: choice, state, running, reason } = text;
  const shown = cleanRewrite(choice.selection.text, text.text);
  const groundedId = hasBrand ? id : null;
  return { number, choice, state, running, text: shown, reason, groundedId, refused: null };
}
