/** What the fake does with one request. Everything is optional: unset means a plain, quick, correct answer. */
export interface Behavior {
  /** Before the headers. */
  headerDelayMs?: number;
  /** After the headers, before the first token. */
  delayMs?: number;
  /** Tokens a second; 0 is as fast as the reader takes them. */
  rate?: number;
  /** How many tokens of lorem, Markdown or stamps. */
  tokens?: number;
  /** The answer, to the letter; it wins over `kind`. */
  text?: string;
  /**
   * `stamps` puts the time of sending into each token: see `stampNow`. `huge` is 3 MB of words; `rich` is 200 KB of code,
   * formulas, tables and lists.
   */
  kind?: 'lorem' | 'markdown' | 'rich' | 'huge' | 'stamps';
  /** UTF-16 units in a token; else words. */
  chunkLength?: number;
  /** `wrong` is off by far, `rubbish` is no number. */
  usage?: 'right' | 'none' | 'wrong' | 'rubbish';
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
  /** Refuses requests that carry one of these parameters, as newer models do. */
  refuses?: ('temperature' | 'max_tokens' | 'max_completion_tokens' | 'stream_options')[];
  /** Something that is no answer at all, with status 200. */
  rubbish?: 'html' | 'json' | 'structure' | 'error-json' | 'completion-json';

  /** Accepts the request and never answers. */
  hangBeforeHeaders?: boolean;
  /** Falls silent after so many tokens, with the connection open. */
  hangAfter?: number;
  /** Waits after so many tokens until the hold is released by its name. */
  holdAfter?: number;
  hold?: string;
  /** Destroys the connection after so many tokens. */
  breakAfter?: number;
  /** Ends the stream properly, but without a finish reason, after so many tokens. */
  endAfter?: number;
  /** Sends an error event after so many tokens. */
  errorAfter?: number;
  error?: unknown;
  /** Keeps the connection open after `[DONE]`. */
  lingers?: boolean;

  /** Puts bytes that are no UTF-8 into the first token. */
  invalidUtf8?: boolean;
  /** Writes one byte at a time. */
  splitBytes?: boolean;
  /** The first token has so many bytes more. */
  bigDelta?: number;

  /** The behavior holds for so many requests; then the default does. Markers are counted by their text. */
  times?: number;
  /** For requests that are not streamed (titles, help): a marker's other fields are not meant for them. */
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

/** The behavior a message asks for, as in `[[fake:{"tokens":50,"rate":20}]]`. Throws on a marker that is no JSON. */
export function markerOf(content: string): { key: string; behavior: Behavior } | null {
  // A behavior nests one level (`complete`), so the marker ends at the `}]]`.
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

/** Words with the blanks before them, or pieces of the asked length. Together they are the text. */
function split(text: string, chunkLength?: number): string[] {
  if (!chunkLength) return text.match(/\s*\S+\s*$|\s*\S+|\s+$/g) ?? [];
  const chunks: string[] = [];
  for (let at = 0; at < text.length; at += chunkLength)
    chunks.push(text.slice(at, at + chunkLength));
  return chunks;
}

/** The tokens that the behavior asks for; none for stamps, which are made as they are sent. */
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

/** The whole answer, as a reader must have it in the end. */
export function answerOf(behavior: Behavior): string {
  return chunksOf({ ...PLAIN, ...behavior }).join('');
}

/** Now, in microseconds of the machine's monotonic clock, which is the same in every process. */
export function stampNow(): number {
  return Math.round(Number(process.hrtime.bigint()) / 1_000);
}
