import type { CallShape, FakeCall } from './openai-tools.ts';
import type { UsageShape } from './openai-usage.ts';

/** What the fake does with one request. The default is a plain, quick, correct answer. */
export interface Behavior {
  /** The delay before the headers. */
  headerDelayMs?: number;
  /** The delay between the headers and the first token. */
  delayMs?: number;
  /** Tokens a second; 0 is as fast as the reader accepts them. */
  rate?: number;
  /** How many tokens of lorem, Markdown, or stamps. */
  tokens?: number;
  /** The exact answer, in place of `kind`. */
  text?: string;
  /**
   * `stamps` puts the time of sending into each token: see `stampNow`. `huge` is 3 MB of words; `rich` is 200 KB of code,
   * formulas, tables and lists.
   */
  kind?: 'lorem' | 'markdown' | 'rich' | 'huge' | 'stamps';
  /** What it thinks before the answer, and the field in which its server sends that. */
  thinks?: {
    text: string;
    as: 'reasoning' | 'reasoning_content' | 'reasoning_details' | 'think';
    /** Ends the details with a signature, which is wanted back. */
    signature?: string;
  };
  /** The calls that the answer ends with, unless the request rules them out. Without `text`, it has no other text. */
  calls?: FakeCall[];
  callsAs?: CallShape;
  /** What it does with their results. */
  then?: Behavior;
  /** UTF-16 units in a token; the default is one word. */
  chunkLength?: number;
  /** `wrong` is far off, `rubbish` isn't a number. */
  usage?: 'right' | 'none' | 'wrong' | 'rubbish';
  /** The provider whose way of reporting `usage` it has, with these of its tokens named as parts. */
  reports?: { as: UsageShape; cached?: number; cacheWritten?: number; reasoned?: number };
  finishReason?: string;
  /** False: the stream ends without `[DONE]`. */
  done?: boolean;
  /** Comments before the first token and between tokens, as OpenRouter sends them. */
  comments?: boolean;
  /** Lines end with CRLF. */
  crlf?: boolean;

  /** An error answer with this status. */
  status?: number;
  /** `error.code` of the error answer. */
  code?: string;
  /** Seconds, with an error status. */
  retryAfter?: number;
  /** Refuses requests with one of these parameters, as newer models do. */
  refuses?: (
    | 'temperature'
    | 'max_tokens'
    | 'max_completion_tokens'
    | 'stream_options'
    | 'response_format'
    | 'reasoning_effort'
    | 'tools'
    | 'tool_choice'
  )[];
  /** Refuses tools by its message alone, as a local server, a router, or one that wasn't started for them does. */
  refusesTools?: 'ollama' | 'openrouter' | 'vllm';
  /** The status with which it refuses a schema only by its message, as routers do. */
  refusesSchema?: 400 | 404 | 422;
  /** Something other than an answer, with status 200. */
  rubbish?: 'html' | 'json' | 'structure' | 'error-json' | 'completion-json';

  /** Accepts the request and never answers. */
  hangBeforeHeaders?: boolean;
  /** Goes silent after this many tokens, with the connection open. */
  hangAfter?: number;
  /** Pauses after this many tokens until the named hold is released. */
  holdAfter?: number;
  hold?: string;
  /** Destroys the connection after this many tokens. */
  breakAfter?: number;
  /** Ends the stream properly after this many tokens, but without a finish reason. */
  endAfter?: number;
  /** Sends an error event after this many tokens. */
  errorAfter?: number;
  error?: unknown;
  /** Keeps the connection open after `[DONE]`. */
  lingers?: boolean;

  /** Puts invalid UTF-8 into the first token. */
  invalidUtf8?: boolean;
  /** Writes one byte at a time. */
  splitBytes?: boolean;
  /** Makes the first token this many bytes longer. */
  bigDelta?: number;

  /** The answer to a recording. */
  transcript?: { text?: string; usage?: 'seconds' | 'tokens' | 'none' | 'rubbish' };

  /** Limits the behavior to this many requests, after which the default applies. Markers are counted by their text. */
  times?: number;
  /** The behavior for unstreamed requests (titles, help), to which a marker's other fields don't apply. */
  complete?: Pick<
    Behavior,
    | 'text'
    | 'status'
    | 'code'
    | 'retryAfter'
    | 'headerDelayMs'
    | 'usage'
    | 'hangBeforeHeaders'
    | 'rubbish'
  >;
}

export const PLAIN: Behavior = { rate: 0, tokens: 24, kind: 'lorem', usage: 'right' };

const MARKER = /\[\[fake:(\{.*?\})\]\]/s;

/** The behavior that a message requests, as in `[[fake:{"tokens":50,"rate":20}]]`. @throws SyntaxError at invalid JSON */
export function markerOf(content: string): { key: string; behavior: Behavior } | null {
  // No behavior ends two lists right behind an object, so the marker ends at the `}]]`.
  const found = MARKER.exec(content)?.[1];
  return found === undefined ? null : { key: found, behavior: JSON.parse(found) as Behavior };
}

/** A marker for a message. */
export function marker(behavior: Behavior): string {
  return `[[fake:${JSON.stringify(behavior)}]]`;
}

const LOREM =
  'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua. Ut enim ad minim veniam, quis nostrud exercitation ullamco laboris nisi ut aliquip ex ea commodo consequat. ';

const MARKDOWN = `## A plan for the week

1. **Monday**: write the newsletter
2. *Tuesday*: bake, and take pictures

| Day | Hours |
|---|---|
| Mon | 7–18 |

\`\`\`ts
const bread: string = 'sourdough 🥖';
\`\`\`

> Read on at <https://example.com/bread>.

`;

const RICH = `${MARKDOWN}
The **area** is $A = \\pi r^2$ and \\(x_1 < x_2\\), at $5 to $10, as [they say](/there).

$$
\\int_0^1 x^2\\,dx = \\frac{1}{3}
$$

- [x] Written
- [ ] Printed

\`\`\`python
${'def area(r: float) -> float:\n    return 3.14159 * r ** 2  # roughly\n\n'.repeat(12)}\`\`\`

${LOREM}

`;
const RICH_LENGTH = 200 * 1024;

const HUGE = 3 * 1024 * 1024;

/** Splits a text into words with their leading spaces, or into pieces of a length. */
function split(text: string, chunkLength?: number): string[] {
  if (!chunkLength) return text.match(/\s*\S+\s*$|\s*\S+|\s+$/g) ?? [];
  const chunks: string[] = [];
  for (let at = 0; at < text.length; at += chunkLength)
    chunks.push(text.slice(at, at + chunkLength));
  return chunks;
}

/** The tokens of a behavior; none for stamps, which are made when they are sent. */
export function chunksOf(behavior: Behavior): string[] {
  const { text, kind, tokens = PLAIN.tokens ?? 0, chunkLength } = behavior;
  if (text !== undefined) return split(text, chunkLength);
  if (kind === 'stamps') return [];
  if (kind === 'huge') {
    return split(LOREM.repeat(Math.ceil(HUGE / LOREM.length)).slice(0, HUGE), chunkLength ?? 1_000);
  }
  if (kind === 'rich') {
    const text = RICH.repeat(Math.ceil(RICH_LENGTH / RICH.length));
    return split(text, chunkLength ?? 40);
  }
  const source = kind === 'markdown' ? MARKDOWN : LOREM;
  const once = split(source, chunkLength);
  return Array.from({ length: tokens }, (_, index) => once[index % once.length] ?? '');
}

/** The whole answer that a reader must get. */
export function answerOf(behavior: Behavior): string {
  return chunksOf({ ...PLAIN, ...behavior }).join('');
}

/** The time in microseconds on the machine's monotonic clock, which all processes share. */
export function stampNow(): number {
  return Math.round(Number(process.hrtime.bigint()) / 1_000);
}
