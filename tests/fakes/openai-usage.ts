/** What a request took, each token in one place. */
export interface TakenTokens {
  fresh: number;
  cached: number;
  cacheWritten: number;
  written: number;
  reasoned: number;
}

export type UsageShape =
  'openai' | 'openrouter' | 'anthropic' | 'litellm' | 'deepseek' | 'xai' | 'local';

interface ReportedUsage {
  name: UsageShape;
  report(taken: TakenTokens): object;
  /** Which parts it names; the others are in the two sums alone. */
  counts: readonly (keyof TakenTokens)[];
}

const promptOf = ({ fresh, cached, cacheWritten }: TakenTokens) => fresh + cached + cacheWritten;
const completionOf = ({ written, reasoned }: TakenTokens) => written + reasoned;

/** The sums that almost all of them have. */
function sums(taken: TakenTokens) {
  const [prompt_tokens, completion_tokens] = [promptOf(taken), completionOf(taken)];
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
}

/** The usage of a request as each provider documents it. */
export const usageShapes: readonly ReportedUsage[] = [
  {
    name: 'openai',
    report: (taken) => ({
      ...sums(taken),
      prompt_tokens_details: { cached_tokens: taken.cached, audio_tokens: 0 },
      completion_tokens_details: {
        reasoning_tokens: taken.reasoned,
        audio_tokens: 0,
        accepted_prediction_tokens: 0,
        rejected_prediction_tokens: 0,
      },
    }),
    counts: ['cached', 'reasoned'],
  },
  {
    name: 'openrouter',
    report: (taken) => ({
      ...sums(taken),
      cost: promptOf(taken) * 1e-6 + completionOf(taken) * 4e-6,
      cost_details: { upstream_inference_cost: null },
      is_byok: false,
      prompt_tokens_details: {
        cached_tokens: taken.cached,
        cache_write_tokens: taken.cacheWritten,
        audio_tokens: 0,
      },
      completion_tokens_details: { reasoning_tokens: taken.reasoned, image_tokens: 0 },
    }),
    counts: ['cached', 'cacheWritten', 'reasoned'],
  },
  {
    name: 'anthropic',
    report: (taken) => ({
      input_tokens: taken.fresh,
      cache_creation_input_tokens: taken.cacheWritten,
      cache_read_input_tokens: taken.cached,
      output_tokens: completionOf(taken),
    }),
    counts: ['cached', 'cacheWritten'],
  },
  {
    // A proxy that gives Anthropic's numbers beside OpenAI's, which include them.
    name: 'litellm',
    report: (taken) => ({
      ...sums(taken),
      prompt_tokens_details: { cached_tokens: taken.cached },
      cache_creation_input_tokens: taken.cacheWritten,
      cache_read_input_tokens: taken.cached,
    }),
    counts: ['cached', 'cacheWritten'],
  },
  {
    name: 'deepseek',
    report: (taken) => ({
      ...sums(taken),
      prompt_cache_hit_tokens: taken.cached,
      prompt_cache_miss_tokens: taken.fresh + taken.cacheWritten,
      completion_tokens_details: { reasoning_tokens: taken.reasoned },
    }),
    counts: ['cached', 'reasoned'],
  },
  {
    name: 'xai',
    report: (taken) => ({
      ...sums(taken),
      completion_tokens: taken.written,
      prompt_tokens_details: { cached_tokens: taken.cached, text_tokens: promptOf(taken) },
      completion_tokens_details: { reasoning_tokens: taken.reasoned },
    }),
    counts: ['cached', 'reasoned'],
  },
  {
    // Ollama and vLLM.
    name: 'local',
    report: (taken) => ({ ...sums(taken), prompt_tokens_details: null }),
    counts: [],
  },
];

export function reportUsage(shape: UsageShape, taken: TakenTokens): object {
  return usageShapes.find(({ name }) => name === shape)!.report(taken);
}
