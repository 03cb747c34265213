import { setImmediate as nextTurn } from 'node:timers/promises';

/** Longer texts are counted by samples. In UTF-16 units. */
const WHOLE = 200_000;

const SLICE = 2_000;

/**
 * The tokenizer's time grows with the square of an unbroken run's length, and prose without spaces (Chinese) is one
 * run. Splitting it adds at most one token per split.
 */
const LONG_RUN = /\S{129}|\s{129}/u;
const PIECES = /\s?\S{1,128}|\s{1,128}/gu;

/** How long the tokenizer may hold the event loop. */
const TURN_MS = 5;

type Count = (text: string) => number;

let loading: Promise<Count> | undefined;

/** The tokenizer's tables take a quarter of a second and 75 MB, so they are loaded when first needed. */
function load(): Promise<Count> {
  loading ??= import('gpt-tokenizer/encoding/o200k_base').then(
    ({ countTokens, setMergeCacheSize }) => {
      setMergeCacheSize(2_000);
      // Anything that looks like a special token in a user's text is text.
      const asText = { disallowedSpecial: new Set<string>() };
      return (text) => countTokens(text, asText);
    },
  );
  return loading;
}

/**
 * The text's tokens in o200k, the encoding of gpt-4o and later; other models' counts differ by a few percent. Beyond
 * 200,000 characters, evenly spread samples are counted and scaled. Yields to other work while it counts.
 */
export async function countTokens(text: string): Promise<number> {
  if (text === '') return 0;
  const count = await load();
  const slices = text.length <= WHOLE ? cut(text) : sample(text);
  let counted = 0;
  let units = 0;
  let since = performance.now();
  for (const slice of slices) {
    for (const part of LONG_RUN.test(slice) ? (slice.match(PIECES) ?? []) : [slice]) {
      counted += count(part);
      if (performance.now() - since > TURN_MS) {
        await nextTurn();
        since = performance.now();
      }
    }
    units += slice.length;
  }
  return Math.round((counted * text.length) / units);
}

/** The whole text in slices that begin with a space if possible, as the tokenizer's own words do. */
function* cut(text: string): Generator<string> {
  let from = 0;
  while (from < text.length) {
    let to = Math.min(from + SLICE, text.length);
    if (to < text.length) {
      const space = text.lastIndexOf(' ', to);
      if (space > from) to = space;
      else if (isLowSurrogate(text, to)) to += 1;
    }
    yield text.slice(from, to);
    from = to;
  }
}

function* sample(text: string): Generator<string> {
  const slices = WHOLE / SLICE;
  const step = text.length / slices;
  for (let index = 0; index < slices; index += 1) {
    let from = Math.floor(index * step);
    if (isLowSurrogate(text, from)) from += 1;
    let to = from + SLICE;
    if (isLowSurrogate(text, to)) to += 1;
    yield text.slice(from, to);
  }
}

function isLowSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
