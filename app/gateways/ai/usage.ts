import { fieldsOf } from '~/lib/json';

/** Tokens as the provider counted them. */
export interface ChatUsage {
  /** With what came from its cache. */
  promptTokens: number;
  /** With what the model only thought. */
  completionTokens: number;
  /** Parts of the two numbers above, so they cost nothing more; missing if the provider named none. */
  parts?: UsageParts;
}

export interface UsageParts {
  /** Of the prompt: read from the provider's cache. */
  cachedTokens: number;
  /** Of the prompt: written to the provider's cache. */
  cacheWriteTokens: number;
  /** Of the completion: what the model only thought. */
  reasoningTokens: number;
  /** Of both. */
  audioTokens: number;
  /** What the provider says that it charges, in US dollars; null if it doesn't. */
  cost: number | null;
}

export const NO_PARTS: UsageParts = {
  cachedTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
  audioTokens: 0,
  cost: null,
};

/** No model reads or writes more in one request; a larger number is an error and must not be charged. */
const MAX_TOKENS = 100_000_000;
/** No request costs more dollars. */
const MAX_COST = 1_000_000;

/**
 * A provider's usage numbers; null if they aren't valid token counts. Most count a prompt with its cached tokens and a
 * completion with its reasoning; those that count them beside it are told by their fields or by their total.
 */
export function readUsage(value: unknown): ChatUsage | null {
  const usage = fieldsOf(value);
  const prompt = promptOf(usage);
  const { completion_tokens: written = usage.output_tokens } = usage;
  if (prompt === null || !isCount(written)) return null;
  const output = fieldsOf(usage.completion_tokens_details ?? usage.output_tokens_details);
  const reasoning = firstCount(output.reasoning_tokens);
  // xAI's and Gemini's completion is only the text.
  const isBeside = usage.total_tokens === prompt.tokens + written + reasoning;
  const completionTokens = isBeside ? written + reasoning : written;
  if (!isCount(prompt.tokens) || !isCount(completionTokens)) return null;
  const parts: UsageParts = {
    cachedTokens: Math.min(prompt.cached, prompt.tokens),
    cacheWriteTokens: Math.min(prompt.cacheWritten, Math.max(0, prompt.tokens - prompt.cached)),
    reasoningTokens: Math.min(reasoning, completionTokens),
    audioTokens:
      Math.min(prompt.audio, prompt.tokens) +
      Math.min(firstCount(output.audio_tokens), completionTokens),
    cost: isCost(usage.cost) ? usage.cost : null,
  };
  const hasParts = Object.values(parts).some(Boolean) || parts.cost !== null;
  return { promptTokens: prompt.tokens, completionTokens, ...(hasParts && { parts }) };
}

interface PromptCounts {
  tokens: number;
  cached: number;
  cacheWritten: number;
  audio: number;
}

function promptOf(usage: Record<string, unknown>): PromptCounts | null {
  const { prompt_tokens: whole, input_tokens: input } = usage;
  const details = fieldsOf(usage.prompt_tokens_details ?? usage.input_tokens_details);
  const cached = firstCount(
    details.cached_tokens,
    usage.cache_read_input_tokens,
    // DeepSeek's name.
    usage.prompt_cache_hit_tokens,
  );
  const cacheWritten = firstCount(details.cache_write_tokens, usage.cache_creation_input_tokens);
  const rest = { cached, cacheWritten, audio: firstCount(details.audio_tokens) };
  if (isCount(whole)) return { ...rest, tokens: whole };
  if (!isCount(input)) return null;
  // Anthropic counts only what its cache neither had nor took.
  const isBeside = usage.cache_read_input_tokens !== undefined;
  return { ...rest, tokens: isBeside ? input + cached + cacheWritten : input };
}

/** The first of them that is a count above 0, since some servers fill in both names. */
function firstCount(...values: unknown[]): number {
  return values.filter(isCount).find((count) => count > 0) ?? 0;
}

export function addUsage(one: ChatUsage, other: ChatUsage): ChatUsage {
  const [a, b] = [one.parts ?? NO_PARTS, other.parts ?? NO_PARTS];
  return {
    promptTokens: one.promptTokens + other.promptTokens,
    completionTokens: one.completionTokens + other.completionTokens,
    ...((one.parts || other.parts) && {
      parts: {
        cachedTokens: a.cachedTokens + b.cachedTokens,
        cacheWriteTokens: a.cacheWriteTokens + b.cacheWriteTokens,
        reasoningTokens: a.reasoningTokens + b.reasoningTokens,
        audioTokens: a.audioTokens + b.audioTokens,
        cost: a.cost === null && b.cost === null ? null : (a.cost ?? 0) + (b.cost ?? 0),
      },
    }),
  };
}

export function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_TOKENS;
}

function isCost(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= MAX_COST;
}
