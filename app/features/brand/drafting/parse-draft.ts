import { trimEndOf, trimEndsOf } from '~/lib/text/trim-ends';

import {
  COMPONENT_FIELDS,
  COMPONENT_KINDS,
  type ComponentField,
  type ComponentKind,
  COMPONENTS,
  FIELD_GUIDES,
} from '../components/component';

/** A trait of the brand's voice, with the words that show it. */
export interface VoiceTrait {
  trait: string;
  /** Empty when the model gave none. */
  quote: string;
}

export interface ParsedDraft {
  /** The proposals by field; for the voice, the text besides its traits. */
  fields: Partial<Record<ComponentField, string>>;
  traits: VoiceTrait[];
  /** The field that the text ends in, which may not be complete. */
  last: ComponentField | null;
}

export const DRAFT_FIELDS: readonly ComponentField[] = COMPONENT_KINDS.flatMap(
  (kind): readonly ComponentField[] => COMPONENT_FIELDS[kind],
);

/** The heading of a field in the requested text. */
export function draftHeading(kind: ComponentKind, field: ComponentField): string {
  return `## ${kind}.${field}`;
}

/** What the model writes when the material says nothing about a field. */
export const NOTHING_FOUND = '(nothing)';

const FIELDS_BY_NAME = new Map(
  DRAFT_FIELDS.flatMap((field) => [
    [lettersOf(field), field],
    [lettersOf(FIELD_GUIDES[field].label), field],
  ]),
);
const COMPONENT_NAMES = new Set(
  COMPONENT_KINDS.flatMap((kind) => [lettersOf(kind), lettersOf(COMPONENTS[kind].label)]),
);

const HEADING = /^\s{0,3}(#{1,6})(.*)$/;
const BOLD_LINE = /^\s*\*\*(.+?)\*\*(?:\s*:)?\s*$/;
const FENCE = /^\s*(?:```|~~~)\w*\s*$/;
const NOTHING =
  /^[\s([*_-]*(?:nothing(?: found| mentioned)?|none|n\/?a|not (?:mentioned|stated|specified|available|found)|unknown)[\s)\]*_.]*$/i;

/**
 * Reads a model's proposal for a profile, complete or not: headings with a text under each. Models omit headings, add
 * some, decorate them, and chat around them; whatever can't be understood is ignored. While `running`, the end may be
 * half of something.
 */
export function parseDraft(text: string, running = false): ParsedDraft {
  const parsed: ParsedDraft = { fields: {}, traits: [], last: null };
  let lines: string[] = [];

  function close() {
    if (parsed.last === null) return;
    const found = parsed.last === 'brandVoice' ? withoutTraits(lines, parsed.traits) : lines;
    const value = found.join('\n').trim();
    if (value !== '' && !NOTHING.test(value)) {
      parsed.fields[parsed.last] = joined(parsed.fields[parsed.last], value);
    }
    lines = [];
  }

  for (const whole of wholeLines(text, running)) {
    const line = whole.trimEnd();
    const heading = readHeading(line);
    if (heading !== null) {
      close();
      parsed.last = heading === 'other' ? null : heading;
    } else if (parsed.last !== null && !isFence(line)) {
      lines.push(line);
    }
  }
  close();
  return parsed;
}

/** The fields without a proposal. */
export function missingFields({ fields, traits }: ParsedDraft): ComponentField[] {
  return DRAFT_FIELDS.filter(
    (field) =>
      fields[field] === undefined && !(field === 'brandVoice' && traits.some(({ trait }) => trait)),
  );
}

/** In an unfinished text, holds back a last line that may still turn into something else. */
function wholeLines(text: string, running: boolean): string[] {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  if (running && /^\s*(?:[#*`~\-•(]|\d)/.test(lines.at(-1) ?? '')) lines.pop();
  return lines;
}

function isFence(line: string): boolean {
  return line !== '' && FENCE.test(line);
}

function readHeading(line: string): ComponentField | 'other' | null {
  if (!line.includes('#') && !line.includes('**')) return null;
  const [, marks, title] = HEADING.exec(line) ?? [];
  const name = title ?? BOLD_LINE.exec(line)?.[1];
  if (name === undefined) return null;
  const field = fieldNamed(name);
  if (field) return field;
  if (COMPONENT_NAMES.has(lettersOf(name))) return 'other';
  // A small heading or a bold line within a text belongs to that text.
  return marks !== undefined && marks.length <= 2 ? 'other' : null;
}

/** Reads `brandStory.whatYouDo`, `What you do`, or `**1. What you do:**`. */
function fieldNamed(name: string): ComponentField | undefined {
  const last = name.split(/[./>›:]/).filter((part) => lettersOf(part) !== '');
  return FIELDS_BY_NAME.get(lettersOf(name)) ?? FIELDS_BY_NAME.get(lettersOf(last.at(-1) ?? ''));
}

function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '');
}

/** Joins a field that occurs twice: a model that continued may have started it over. */
function joined(before: string | undefined, value: string): string {
  if (before === undefined || value.startsWith(before)) return value;
  return before.includes(value) ? before : `${before}\n\n${value}`;
}

const TRAIT = /^(?:(?:[-*•+]|\d+[.)])\s*)?\**trait\**\s*[:：](.*)$/i;
const BULLET = /^(?:[-*•+]|\d+[.)])\s(.*)$/;
const QUOTE_NAME = /(?:quote|example|e\.g\.)\**\s*[:：]/i;
const IN_MARKS = /["“”„«»](.+)["“”„«»]/;

/** Collects the traits from the lines of a voice, and returns the other lines. */
function withoutTraits(lines: readonly string[], traits: VoiceTrait[]): string[] {
  return lines.filter((line) => {
    const trait = readTrait(line);
    if (!trait) return true;
    if (!traits.some((known) => known.trait === trait.trait && known.quote === trait.quote)) {
      traits.push(trait);
    }
    return false;
  });
}

function readTrait(line: string): VoiceTrait | null {
  // Skips the regular expressions: a text can have 200,000 blank lines.
  if (line === '') return null;
  const text = line.trimStart();
  const named = TRAIT.exec(text)?.[1]?.trimStart().replace(/^\*+/, '');
  const bullet = BULLET.exec(text)?.[1];
  const content = named ?? (bullet !== undefined && IN_MARKS.test(bullet) ? bullet : undefined);
  if (content === undefined) return null;
  const split = QUOTE_NAME.exec(content);
  const at = split ? split.index : content.search(IN_MARKS);
  const end = split ? split.index + split[0].length : at;
  const trait = clean(at < 0 ? content : split ? beforeName(content, at) : content.slice(0, at));
  const quote = at < 0 ? '' : unquoted(content.slice(end).replace(/^\*+/, ''));
  return trait === '' ? null : { trait, quote: NOTHING.test(quote) ? '' : quote };
}

/** What precedes "(**Quote:", without the marks that belong to that label. */
function beforeName(content: string, at: number): string {
  const before = trimEndOf(content.slice(0, at), /\*/);
  return before.endsWith('(') ? before.slice(0, -1) : before;
}

function clean(text: string): string {
  return trimEndOf(text.replaceAll('**', ''), /[\s|:;,–—-]/).trim();
}

function unquoted(text: string): string {
  const content = text.trim();
  const inMarks = IN_MARKS.exec(content)?.[1];
  return (inMarks ?? trimEndsOf(content, /["“”„«»'‘’]/)).trim();
}
