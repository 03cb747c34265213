import { publish } from '~/engine/events/index.server';
import { canContinue } from '~/engine/generation';
import { queueContinuation, startRun } from '~/engine/generation/index.server';
import { roomForAll } from '~/features/billing/index.server';
import { keepSources } from '~/features/brand/index.server';
import { defaultModel, weightOf } from '~/gateways/ai/index.server';
import { afterCommit, transaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import type { UserScope } from '~/lib/scope';
import { estimateTokens } from '~/lib/tokens/estimate';

import { formatById } from '../../formats/formats';
import type { VariantView } from '../briefs/brief';
import { openVariant } from '../briefs/open-brief.server';
import { buildContinuation, TEMPERATURE } from '../prompt/prompt.server';
import { briefRefusals } from '../texts';
import { demoVariant } from './demo-variant';
import { groundsForVariant, taskOf, tokenNeeds, VARIANT_KIND } from './queue-variants.server';
import { lockVariant } from './variant-actions.server';
import { findVariant, replaceContent } from './variant-data.server';

/** With room for fewer tokens, continuing isn't worthwhile. */
const MIN_TOKENS = 100;

/**
 * Continues a variant that was stopped, interrupted, or cut off, from the end of its text including the user's edits.
 * @throws AppError `not-found`, `conflict` while it is being written or once it is finished, `out-of-tokens`
 */
export async function continueVariant(
  userId: UserScope,
  id: string | undefined,
): Promise<VariantView> {
  const model = defaultModel();
  const grounds = await groundsForVariant(userId, id, { continues: true });
  const variantId = await transaction(async (tx) => {
    const { variant, brief } = await lockVariant(tx, userId, id);
    const format = formatById(variant.format);
    if (!format) throw new AppError('not-found', briefRefusals.variantGone);
    if (!canContinue(variant.state)) throw new AppError('conflict', briefRefusals.finished);
    const prior = variant.edited ?? variant.content;
    if (variant.edited !== null) await replaceContent(tx, userId, variant.id, prior);
    const request = { formatId: format.id, position: variant.position };
    const task = taskOf(brief, grounds, request);
    const prompt = buildContinuation(task, prior);
    const whole = tokenNeeds(task, prompt);
    const written = estimateTokens(prior);
    const [maxTokens] = await roomForAll(tx, {
      userId,
      requests: [{ ...whole, leastTokens: Math.max(MIN_TOKENS, whole.leastTokens - written) }],
      weight: weightOf(model),
      now: new Date(),
    });
    const run = await queueContinuation(tx, {
      id: variant.id,
      userId,
      conversationId: null,
      kind: VARIANT_KIND,
      model,
      promptTokens: prompt.tokens,
      maxTokens: maxTokens!,
      prior,
    });
    await keepSources(tx, userId, variant.id, grounds.sources, 'text');
    const now = await findVariant(tx, userId, variant.id);
    const version = now?.version ?? variant.version;
    afterCommit(tx, () => {
      const demo = restOf(demoVariant(task), prior);
      const { messages } = prompt;
      startRun(run, { messages, temperature: TEMPERATURE, demo, whole: true });
    });
    await publish(
      tx,
      userId,
      {
        topic: 'variant',
        data: {
          id: variant.id,
          briefId: brief.id,
          state: 'queued',
          reason: null,
          usedTokens: null,
          version,
        },
      },
      { topic: 'text', data: { id: variant.id, state: 'queued' } },
    );
    return variant.id;
  });
  return openVariant(userId, variantId);
}

/** The demo continues where it was stopped. */
function restOf(demo: string, prior: string): string {
  return demo.startsWith(prior) && demo.length > prior.length
    ? demo.slice(prior.length)
    : `\n\n${demo}`;
}
