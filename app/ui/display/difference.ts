import { diffLines, diffWordsWithSpace } from 'diff';

export interface DifferencePart {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/**
 * Comparing takes time that grows with the square of what differs, so it is given up: by words first, then by lines. Both
 * together stay below what a person notices while typing.
 */
const TIME_MS = 12;
/** In UTF-16 units of both texts: above this, comparing begins with lines. */
const MAX_BY_WORDS = 60_000;
/** Of both texts: taking texts apart is in no time limit. */
const MAX_LINES = 20_000;
/** With less in common than this share of the shorter text, a text was replaced rather than changed. */
const LEAST_IN_COMMON = 0.3;

/** How `before` changed: word by word where that can be computed in time and is readable, else by lines or as a whole. */
export function differenceOf(before: string, after: string): DifferencePart[] {
  if (before === after) return before === '' ? [] : [{ kind: 'same', text: before }];
  const [head, tail] = inCommon(before, after);
  const old = before.slice(head, before.length - tail);
  const fresh = after.slice(head, after.length - tail);
  return joined([
    { kind: 'same', text: before.slice(0, head) },
    ...readable(compared(old, fresh)),
    { kind: 'same', text: before.slice(before.length - tail) },
  ]);
}

/** Whether a text that was replaced as a whole, or is being replaced, is set apart from its new wording, as a block each. */
export function isBlock(before: string): boolean {
  return before.length > 400 || before.trim().includes('\n');
}

function compared(before: string, after: string): DifferencePart[] {
  const replaced: DifferencePart[] = [
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ];
  if (before === '' || after === '') return replaced;
  if (lines(before) + lines(after) > MAX_LINES) return replaced;
  const changes =
    (before.length + after.length <= MAX_BY_WORDS
      ? diffWordsWithSpace(before, after, { timeout: TIME_MS })
      : undefined) ?? diffLines(before, after, { timeout: TIME_MS });
  if (!changes) return replaced;
  const parts = changes.map(({ value, added, removed }): DifferencePart => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));
  const same = parts.filter(({ kind }) => kind === 'same');
  const common = same.reduce((sum, { text }) => sum + letters(text), 0);
  const shorter = Math.min(letters(before), letters(after));
  return common < shorter * LEAST_IN_COMMON ? replaced : parts;
}

function lines(text: string): number {
  let count = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

function letters(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 32) count += 1;
  return count;
}

/** How much both texts begin and end with, up to a blank, so that no word is divided. */
function inCommon(before: string, after: string): [head: number, tail: number] {
  const length = Math.min(before.length, after.length);
  let head = 0;
  while (head < length && before.charCodeAt(head) === after.charCodeAt(head)) head += 1;
  while (head > 0 && !isBlank(before.charCodeAt(head - 1))) head -= 1;
  let tail = 0;
  const { length: oldEnd } = before;
  const { length: newEnd } = after;
  const most = length - head;
  while (
    tail < most &&
    before.charCodeAt(oldEnd - tail - 1) === after.charCodeAt(newEnd - tail - 1)
  ) {
    tail += 1;
  }
  while (tail > 0 && !isBlank(before.charCodeAt(oldEnd - tail))) tail -= 1;
  return [head, tail];
}

function isBlank(code: number): boolean {
  return code === 32 || code === 10 || code === 9;
}

/**
 * Several changed words in a row, of which only the blanks between them stayed, as one change: a struck phrase and its new
 * wording are easier to read than word after word.
 */
function readable(parts: readonly DifferencePart[]): DifferencePart[] {
  const result: DifferencePart[] = [];
  let removed = '';
  let added = '';
  const flush = () => {
    // A blank at the end of both belongs to neither.
    const blank =
      removed.length > 1 && added.length > 1 && removed.endsWith(' ') && added.endsWith(' ');
    const cut = (text: string) => (blank ? text.slice(0, -1) : text);
    result.push(
      { kind: 'removed', text: cut(removed) },
      { kind: 'added', text: cut(added) },
      { kind: 'same', text: blank ? ' ' : '' },
    );
    removed = '';
    added = '';
  };
  parts.forEach(({ kind, text }, index) => {
    if (kind === 'removed') removed += text;
    else if (kind === 'added') added += text;
    else if (index > 0 && index < parts.length - 1 && /^ {1,3}$/.test(text)) {
      removed += text;
      added += text;
    } else {
      flush();
      result.push({ kind, text });
    }
  });
  flush();
  return result;
}

/** Without empty parts, and neighbors of one kind as one. */
function joined(parts: readonly DifferencePart[]): DifferencePart[] {
  const result: DifferencePart[] = [];
  for (const { kind, text } of parts) {
    const last = result.at(-1);
    if (text === '') continue;
    if (last?.kind === kind) last.text += text;
    else result.push({ kind, text });
  }
  return result;
}

/** How many lines next to a change are shown of a long unchanged part. */
const CONTEXT_LINES = 2;
const LONG_LINES = 8;

/** The parts as they are shown; a number stands for that many unchanged lines that are left out. */
export function shortened(parts: readonly DifferencePart[]): (DifferencePart | number)[] {
  return parts.flatMap((part, index): (DifferencePart | number)[] => {
    if (part.kind !== 'same') return [part];
    const lines = part.text.split('\n');
    const head = index === 0 ? 0 : CONTEXT_LINES;
    const tail = index === parts.length - 1 ? 0 : CONTEXT_LINES;
    const left = lines.length - head - tail;
    if (parts.length === 1 || left < LONG_LINES) return [part];
    const same = (text: string[]): DifferencePart => ({ kind: 'same', text: text.join('\n') });
    return [
      ...(head > 0 ? [same(lines.slice(0, head))] : []),
      left,
      ...(tail > 0 ? [same(lines.slice(-tail))] : []),
    ];
  });
}
