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
  tools: boolean;
  toolChoice: boolean;
}

const OPENAI_HOST = 'api.openai.com';
const OPENROUTER_HOST = 'openrouter.ai';

/** Models that cache only what is marked, as OpenRouter names them. Others find what they have by themselves. */
const MARKED = /^~?anthropic\//i;

const UNSUPPORTED =
  /unsupported|not supported|unrecognized|unknown|not permitted|does not support/i;

/** However a server says that it takes no schema, or not this one. */
const FORMAT = /response_?format|json_?schema|structured[ _-]?outputs?/i;

/** However a server says that this model uses no tools, or that it wasn't started for them. */
const TOOLS = /\btools?\b|tool_choice|function.?call/i;
const NO_TOOLS =
  /support|requires|not (?:enabled|available|permitted|allowed)|unrecognized|unknown/i;
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
/** Refused in words of their own. */
type ToolParameter = 'tools' | 'tool_choice';
/** The maximum number of times that a request is sent again because of refused parameters. */
export const DIALECT_STEPS = PARAMETERS.length + 2;
type Parameter = (typeof PARAMETERS)[number] | ToolParameter;

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
    const written =
      format && !dialect.responseFormat
        ? withFormatInPrompt(request.messages, format)
        : request.messages;
    const { tools = [] } = request;
    const messages = dialect.tools ? written : withoutCalls(written);
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
      ...(tools.length > 0 &&
        dialect.tools && {
          tools: tools.map(({ name, description, parameters }) => ({
            type: 'function' as const,
            function: { name, description, parameters: { ...parameters } },
          })),
          // The tools still have to be there, because earlier messages have calls of them.
          ...(request.mustAnswer && dialect.toolChoice && { tool_choice: 'none' as const }),
        }),
      stream,
      ...(stream && dialect.streamOptions && { stream_options: { include_usage: true } }),
    };
  }

  /** True if the refusal named a parameter that the next body will leave out. */
  learn({ model, tools = [] }: Pick<ChatRequest, 'model' | 'tools'>, refusal: unknown): boolean {
    const parameter = refusedParameter(refusal, tools.length > 0);
    if (!parameter) return false;
    const before = this.#of(model);
    const after = { ...before };
    if (parameter === 'temperature') after.temperature = false;
    else if (parameter === 'stream_options') after.streamOptions = false;
    else if (parameter === 'response_format') after.responseFormat = false;
    else if (parameter === 'reasoning_effort') after.effort = false;
    else if (parameter === 'tools') after.tools = false;
    else if (parameter === 'tool_choice') after.toolChoice = false;
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
        tools: true,
        toolChoice: true,
      }
    );
  }
}

/** Images go before the text about them. */
function toParam(message: ChatMessage, isMarked: boolean): ChatCompletionMessageParam {
  const { role, content, images = [], calls = [], reasoning, callId = '' } = message;
  if (role === 'tool') return { role, content, tool_call_id: callId };
  if (role === 'assistant' && calls.length > 0) {
    return {
      role,
      content: content === '' ? null : content,
      tool_calls: calls.map(({ id, name, input }) => ({
        id,
        type: 'function' as const,
        function: { name, arguments: input },
      })),
      ...(reasoning && { reasoning_details: reasoning }),
    };
  }
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

/** What an answer wrote between its calls, for a model that knows none. */
function withoutCalls(messages: readonly ChatMessage[]): ChatMessage[] {
  return messages
    .filter(({ role, calls, content }) => role !== 'tool' && (!calls || content !== ''))
    .map((message) => ({ ...message, calls: undefined, reasoning: undefined }));
}

/** The parameter that a server says it doesn't support, as opposed to one with an invalid value. */
function refusedParameter(refusal: unknown, hasTools: boolean): Parameter | undefined {
  const { status, param, code, message } = (refusal ?? {}) as Record<string, unknown>;
  const said = typeof message === 'string' ? message.slice(0, MAX_MESSAGE) : '';
  // Some say it with a 404: none of their servers for this model takes a schema.
  const isRefused = status === 400 || status === 404 || status === 422;
  const about = `${String(param)} ${said}`;
  if (isRefused && FORMAT.test(about)) return 'response_format';
  const isAboutTools = typeof param === 'string' ? TOOLS.test(param) : TOOLS.test(said);
  if (isRefused && hasTools && isAboutTools && NO_TOOLS.test(`${String(code)} ${said}`)) {
    // One that refuses to be told not to call may still be told what it can call.
    return about.includes('tool_choice') && !about.includes('auto') ? 'tool_choice' : 'tools';
  }
  if (status !== 400 && status !== 422) return undefined;
  if (!UNSUPPORTED.test(`${String(code)} ${said}`)) return undefined;
  if (param === 'reasoning' || param === 'reasoning.effort') return 'reasoning_effort';
  if (typeof param === 'string') return PARAMETERS.find((name) => name === param);
  // The refused one is named before the recommended one.
  const found = PARAMETERS.map((name) => ({ name, at: said.search(new RegExp(`\\b${name}\\b`)) }));
  return found.filter(({ at }) => at !== -1).sort((a, b) => a.at - b.at)[0]?.name;
}
