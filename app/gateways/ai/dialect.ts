import type {
  ChatCompletionCreateParamsBase,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';

import type { ChatMessage, ChatRequest, Effort } from './chat';
import { withFormatInPrompt } from './format-prompt';

/** The parameters that not every server and model accepts. */
interface Dialect {
  limit: 'max_tokens' | 'max_completion_tokens';
  temperature: boolean;
  streamOptions: boolean;
  /** Whether it takes the form of an answer as a parameter, or else in the prompt. */
  responseFormat: boolean;
  effort: boolean;
}

const OPENAI_HOST = 'api.openai.com';
const OPENROUTER_HOST = 'openrouter.ai';

/** Models that cache only what is marked, as OpenRouter names them. Others find what they have by themselves. */
const MARKED = /^~?anthropic\//i;

const UNSUPPORTED =
  /unsupported|not supported|unrecognized|unknown|not permitted|does not support/i;

/** However a server says that it takes no schema, or not this one. */
const FORMAT = /response_?format|json_?schema|structured[ _-]?outputs?/i;
/** Refusals name the parameter early. */
const MAX_MESSAGE = 4_000;

const PARAMETERS = [
  'max_completion_tokens',
  'max_tokens',
  'temperature',
  'stream_options',
  'response_format',
  'reasoning_effort',
] as const;
/** The maximum number of times that a request is sent again because of refused parameters. */
export const DIALECT_STEPS = PARAMETERS.length;
type Parameter = (typeof PARAMETERS)[number];

/**
 * How to talk to each model of one server. OpenAI itself wants `max_completion_tokens` and model names without a
 * vendor; all other servers accept `max_tokens`. What a server refuses beyond that (newer OpenAI models take no
 * temperature, old servers no stream_options, many no schema) is learned from its refusals and remembered while the process
 * lives.
 */
export class Dialects {
  readonly #isOpenAi: boolean;
  readonly #isOpenRouter: boolean;
  readonly #known = new Map<string, Dialect>();

  constructor(baseUrl: string) {
    const { hostname } = new URL(baseUrl);
    this.#isOpenAi = hostname === OPENAI_HOST;
    this.#isOpenRouter = hostname === OPENROUTER_HOST;
  }

  /** The request's body in the server's dialect. */
  body(request: ChatRequest, stream: boolean): ChatCompletionCreateParamsBase {
    const dialect = this.#of(request.model);
    const { format } = request;
    const messages =
      format && !dialect.responseFormat
        ? withFormatInPrompt(request.messages, format)
        : request.messages;
    const isMarked = this.#isOpenRouter && MARKED.test(request.model);
    return {
      model: this.#isOpenAi ? request.model.replace(/^[^/]*\//, '') : request.model,
      messages: messages.map((message) => toParam(message, isMarked && message.cache === true)),
      [dialect.limit]: request.maxTokens,
      ...(dialect.temperature && { temperature: request.temperature }),
      ...(format &&
        dialect.responseFormat && {
          response_format: {
            type: 'json_schema',
            json_schema: { name: format.name, strict: true, schema: { ...format.schema } },
          },
        }),
      ...(request.effort && dialect.effort && this.#effort(request.effort)),
      stream,
      ...(stream && dialect.streamOptions && { stream_options: { include_usage: true } }),
    };
  }

  /** True if the refusal named a parameter that the next body will leave out. */
  learn(model: string, refusal: unknown): boolean {
    const parameter = refusedParameter(refusal);
    if (!parameter) return false;
    const before = this.#of(model);
    const after = { ...before };
    if (parameter === 'temperature') after.temperature = false;
    else if (parameter === 'stream_options') after.streamOptions = false;
    else if (parameter === 'response_format') after.responseFormat = false;
    else if (parameter === 'reasoning_effort') after.effort = false;
    else if (parameter === before.limit) {
      after.limit = parameter === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens';
    }
    this.#known.set(model, after);
    return (Object.keys(after) as (keyof Dialect)[]).some((key) => after[key] !== before[key]);
  }

  /** OpenRouter translates its own form for each provider. */
  #effort(effort: Effort) {
    return this.#isOpenRouter ? { reasoning: { effort } } : { reasoning_effort: effort };
  }

  noteFormatIgnored(model: string): void {
    this.#known.set(model, { ...this.#of(model), responseFormat: false });
  }

  #of(model: string): Dialect {
    return (
      this.#known.get(model) ?? {
        limit: this.#isOpenAi ? 'max_completion_tokens' : 'max_tokens',
        temperature: true,
        streamOptions: true,
        responseFormat: true,
        effort: true,
      }
    );
  }
}

/** Images go before the text about them. */
function toParam(
  { role, content, images = [] }: ChatMessage,
  isMarked: boolean,
): ChatCompletionMessageParam {
  const hasImages = images.length > 0 && role === 'user';
  if (!hasImages && !isMarked) return { role, content };
  const text = {
    type: 'text' as const,
    text: content,
    ...(isMarked && { cache_control: { type: 'ephemeral' } }),
  };
  if (!hasImages) return { role, content: [text] };
  const parts = images.map((url) => ({ type: 'image_url' as const, image_url: { url } }));
  return { role: 'user', content: [...parts, text] };
}

/** The parameter that a server says it doesn't support, as opposed to one with an invalid value. */
function refusedParameter(refusal: unknown): Parameter | undefined {
  const { status, param, code, message } = (refusal ?? {}) as Record<string, unknown>;
  const said = typeof message === 'string' ? message.slice(0, MAX_MESSAGE) : '';
  // Some say it with a 404: none of their servers for this model takes a schema.
  const isRefused = status === 400 || status === 404 || status === 422;
  if (isRefused && FORMAT.test(`${String(param)} ${said}`)) return 'response_format';
  if (status !== 400 && status !== 422) return undefined;
  if (!UNSUPPORTED.test(`${String(code)} ${said}`)) return undefined;
  if (param === 'reasoning' || param === 'reasoning.effort') return 'reasoning_effort';
  if (typeof param === 'string') return PARAMETERS.find((name) => name === param);
  // The refused one is named before the recommended one.
  const found = PARAMETERS.map((name) => ({ name, at: said.search(new RegExp(`\\b${name}\\b`)) }));
  return found.filter(({ at }) => at !== -1).sort((a, b) => a.at - b.at)[0]?.name;
}
