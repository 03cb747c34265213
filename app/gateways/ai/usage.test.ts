import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { usageShapes } from '../../../tests/fakes/openai-usage';
import { addUsage, readUsage } from './usage';

const count = fc.nat({ max: 1_000_000 });
/** What a request really took, each token in one place. */
const taken = fc.record({
  fresh: count,
  cached: count,
  cacheWritten: count,
  written: count,
  reasoned: count,
});
const shape = fc.constantFrom(...usageShapes);

describe('usage', () => {
  it('counts each token once, whichever way the provider reports it', () => {
    fc.assert(
      fc.property(taken, shape, (tokens, { report, counts }) => {
        const { fresh, cached, cacheWritten, written, reasoned } = tokens;
        const usage = readUsage(report(tokens))!;
        const total = fresh + cached + cacheWritten + written + reasoned;
        expect(usage.promptTokens).toBe(fresh + cached + cacheWritten);
        expect(usage.completionTokens).toBe(written + reasoned);
        // What is charged.
        expect(usage.promptTokens + usage.completionTokens).toBe(total);
        const parts = usage.parts;
        expect(parts?.cachedTokens ?? 0).toBe(counts.includes('cached') ? cached : 0);
        expect(parts?.cacheWriteTokens ?? 0).toBe(
          counts.includes('cacheWritten') ? cacheWritten : 0,
        );
        expect(parts?.reasoningTokens ?? 0).toBe(counts.includes('reasoned') ? reasoned : 0);
      }),
    );
  });

  it('never has a part that is larger than its whole, whatever a provider says', () => {
    const anything = fc.oneof(count, fc.double(), fc.string(), fc.constant(null));
    const details = fc.record({
      cached_tokens: anything,
      cache_write_tokens: anything,
      reasoning_tokens: anything,
      audio_tokens: anything,
    });
    const reported = fc.record(
      {
        prompt_tokens: count,
        input_tokens: anything,
        completion_tokens: count,
        total_tokens: anything,
        cache_read_input_tokens: anything,
        prompt_tokens_details: fc.oneof(details, anything),
        completion_tokens_details: fc.oneof(details, anything),
        cost: anything,
      },
      { requiredKeys: ['prompt_tokens', 'completion_tokens'] },
    );
    fc.assert(
      fc.property(reported, (usage) => {
        const { promptTokens, completionTokens, parts } = readUsage(usage)!;
        if (!parts) return;
        expect(parts.cachedTokens + parts.cacheWriteTokens).toBeLessThanOrEqual(promptTokens);
        expect(parts.reasoningTokens).toBeLessThanOrEqual(completionTokens);
        expect(parts.audioTokens).toBeLessThanOrEqual(promptTokens + completionTokens);
        expect(parts.cost ?? 0).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('has audio and the cost that the provider reports', () => {
    const usage = readUsage({
      prompt_tokens: 30,
      completion_tokens: 12,
      prompt_tokens_details: { cached_tokens: 0, audio_tokens: 20 },
      completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 5 },
      cost: 0.0125,
    });
    expect(usage).toMatchObject({ promptTokens: 30, completionTokens: 12 });
    expect(usage?.parts).toMatchObject({ audioTokens: 25, cost: 0.0125 });
  });

  it('is the sum of two requests, whose cost is unknown only if neither has one', () => {
    const plain = { promptTokens: 3, completionTokens: 4 };
    const priced = readUsage({ prompt_tokens: 5, completion_tokens: 6, cost: 0.5 })!;
    expect(addUsage(plain, plain)).toEqual({ promptTokens: 6, completionTokens: 8 });
    expect(addUsage(plain, priced)).toMatchObject({ promptTokens: 8, parts: { cost: 0.5 } });
    expect(addUsage(priced, priced).parts?.cost).toBe(1);
  });
});
