import { foldedPassage } from './characters';
import type { Dictionary } from './dictionary';
import { exceptionsOf } from './exceptions';
import { emojiIn } from './emoji';
import { wrongPerson } from './person';
import { proseOf } from './prose';
import { type Readability, readabilityOf } from './readability';
import { scoresOf } from './scores';
import { type Sentence, sentencesOf } from './sentences';
import { tokenize } from './tokens';
import { checkWords, dictionaryOf } from './word-rules';
import { checkFacts, type FactCheck } from '../facts/check-facts';
import type { KnownFacts } from '../facts/cited';
import { factsRuleOf } from '../facts/facts-rule';
import { appliesTo, type Finding, type VoiceCheck, type VoiceRule } from '../rule';

/** UTF-16 units of a text that are checked. */
export const MAX_CHECKED = 100_000;
/** Findings of a text; fixing some shows others. */
export const MAX_FINDINGS = 200;

/** Passages of a text that a person doesn't want flagged there: their number, and the length of a key. */
export const MAX_IGNORED = 200;
export const MAX_KEY = 120;

export interface VoiceCheckOptions {
  /** What the text is written as; null for a text without a format, such as a chat answer. */
  formatId: string | null;
  /** Keys of findings that the person ignores in this text. */
  ignored?: readonly string[];
  /** What the text's facts are measured by; null for a brand without sources. */
  facts?: KnownFacts | null;
}

/** What a text makes of its brand's rules: instantly, without any service, and always the same. Nothing for an empty text. */
export function checkVoice(
  text: string,
  rules: readonly VoiceRule[],
  { formatId, ignored = [], facts = null }: VoiceCheckOptions,
): VoiceCheck {
  const { applicable, dictionary } = prepared(rules, formatId);
  const factsRule = facts && factsRuleOf(rules, formatId);
  if ((applicable.length === 0 && !factsRule) || text.trim() === '') {
    return { findings: [], scores: [] };
  }
  const prose = proseOf(text.slice(0, MAX_CHECKED));
  const tokens = tokenize(prose, dictionary.idOf);
  const sentences = sentencesOf(prose);
  const words = checkWords(prose, tokens, sentences, applicable, dictionary);
  const isExcepted = exceptionsOf(factsRule ? [...applicable, factsRule] : applicable, prose.text);
  const isIgnored = new Set(ignored);

  const findings: Finding[] = [];
  const add = (rule: VoiceRule, range: Sentence | null, message: string, fix: string | null) => {
    const quote = range ? prose.text.slice(range.start, range.end) : '';
    const key = keyOf(rule.id, quote);
    if (isIgnored.has(key) || (range && isExcepted(rule, range))) return;
    const { id: ruleId, kind, severity, reason } = rule;
    const place = range && { start: range.start, end: range.end };
    const source = null;
    findings.push({
      key,
      ruleId,
      kind,
      severity,
      message,
      reason,
      range: place,
      quote,
      fix,
      source,
    });
  };

  for (const passage of words.passages) {
    const rule = applicable[passage.rule]!;
    add(
      rule,
      passage,
      messageOf(rule, prose.text.slice(passage.start, passage.end), passage.fix),
      passage.fix,
    );
  }
  let readability: Readability | null = null;
  let emoji: Sentence[] | null = null;
  applicable.forEach((rule, index) => {
    const { kind, max, person } = rule;
    if (kind === 'require' && rule.terms.length > 0 && !words.met.has(index)) {
      add(rule, null, missingMessage(rule.terms), null);
    } else if (kind === 'person' && person !== null) {
      for (const range of wrongPerson(prose, tokens, person)) {
        add(rule, range, person === 'we' ? 'Say “we”, not “I”.' : 'Say “I”, not “we”.', null);
      }
    } else if (kind === 'emoji' && max !== null) {
      emoji ??= emojiIn(prose);
      for (const range of emoji.slice(max)) add(rule, range, emojiMessage(max), '');
    } else if (kind === 'reading-level' && max !== null) {
      readability ??= readabilityOf(prose.text, sentences, tokens);
      for (const range of hardSentences(readability, max)) {
        add(rule, range, gradeMessage(range.grade, max), null);
      }
    }
  });
  let checked: FactCheck | null = null;
  if (facts && factsRule) {
    const claims = words.passages.filter(({ rule }) => applicable[rule]!.kind === 'proof');
    checked = checkFacts(prose, sentences, facts, (range) => {
      const isClaim = claims.some(({ start, end }) => start < range.end && end > range.start);
      return isClaim || isExcepted(factsRule, range);
    });
    for (const { start, end, isWrong, message, reason, source } of checked.findings) {
      const { id: ruleId, kind, severity } = factsRule;
      const quote = prose.text.slice(start, end);
      // A figure that is ignored as one without a source isn't ignored beside a source that says otherwise.
      const key = keyOf(isWrong ? `${ruleId}!` : ruleId, quote);
      if (isIgnored.has(key) || isExcepted(factsRule, { start, end })) continue;
      findings.push({
        ...{ key, ruleId, kind, message, quote, source, fix: null, range: { start, end } },
        severity: isWrong ? 'must' : severity,
        reason: isWrong || factsRule.reason === '' ? reason : factsRule.reason,
      });
    }
  }
  findings.sort(inOrder);
  const scores = scoresOf(applicable, findings, { words, sentences, readability, facts: checked });
  return { findings: findings.slice(0, MAX_FINDINGS), scores };
}

/** The text after one click on "Fix". */
export function fixed(text: string, { range, fix }: Pick<Finding, 'range' | 'fix'>): string {
  const change = changeOf(text, { range, fix });
  return change ? text.slice(0, change.start) + change.text + text.slice(change.end) : text;
}

/** What "Fix" writes where; null if there is nothing to write. A blank before something that is removed goes with it. */
export function changeOf(
  text: string,
  { range, fix }: Pick<Finding, 'range' | 'fix'>,
): { start: number; end: number; text: string } | null {
  if (!range || fix === null) return null;
  const { start, end } = range;
  if (fix !== '') return { start, end, text: fix };
  if (text[start - 1] === ' ') return { start: start - 1, end, text: '' };
  return { start, end: start === 0 && text[end] === ' ' ? end + 1 : end, text: '' };
}

interface Prepared {
  formatId: string | null;
  applicable: VoiceRule[];
  dictionary: Dictionary;
}

/** The rules of a brand are the same for many texts, and with every letter that is typed. */
const known = new WeakMap<readonly VoiceRule[], Prepared>();

function prepared(rules: readonly VoiceRule[], formatId: string | null): Prepared {
  const before = known.get(rules);
  if (before && before.formatId === formatId) return before;
  const applicable = rules.filter((rule) => appliesTo(rule, formatId));
  const result = { formatId, applicable, dictionary: dictionaryOf(applicable) };
  known.set(rules, result);
  return result;
}

/** Room for a passage in a key, beside a rule's id. */
const MAX_PASSAGE = 60;

function keyOf(ruleId: string, quote: string): string {
  const passage = foldedPassage(quote);
  const short =
    passage.length > MAX_PASSAGE
      ? `${passage.slice(0, MAX_PASSAGE - 10)}…${hash(passage)}`
      : passage;
  return `${ruleId}:${short}`.toWellFormed().slice(0, MAX_KEY);
}

/** FNV-1a: tells passages with the same beginning apart. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193) >>> 0;
  }
  return value.toString(36);
}

function inOrder(one: Finding, other: Finding): number {
  if (!one.range || !other.range) return (one.range ? 0 : 1) - (other.range ? 0 : 1);
  return one.range.start - other.range.start || one.range.end - other.range.end;
}

function hardSentences({ grade, hardest }: Readability, max: number) {
  if (grade === null || grade <= max) return [];
  return hardest.filter((sentence) => sentence.grade > max);
}

function messageOf({ kind }: VoiceRule, quote: string, fix: string | null): string {
  switch (kind) {
    case 'proof':
      return 'This claim needs a source.';
    case 'spelling':
      return `Spell it “${fix ?? ''}”.`;
    case 'capitalization':
      return `Write it “${fix ?? ''}”.`;
    case 'prefer':
      return `Write “${fix ?? ''}” instead.`;
    default:
      return /\s/u.test(quote) ? 'Avoid this phrase.' : 'Avoid this word.';
  }
}

/** Alternatives that a message names. */
const MAX_NAMED = 3;

function missingMessage(terms: readonly string[]): string {
  const named = terms.slice(0, MAX_NAMED).map((term) => `“${term.trim()}”`);
  if (terms.length === 1) return `Mention ${named[0]!}.`;
  const more = terms.length > MAX_NAMED ? `, or ${terms.length - MAX_NAMED} more` : '';
  return `Mention one of these: ${named.join(', ')}${more}.`;
}

function emojiMessage(max: number): string {
  return max === 0 ? 'Use no emoji.' : `Use at most ${max} emoji.`;
}

function gradeMessage(grade: number, max: number): string {
  return `Hard to read: grade ${Math.round(grade)}; aim for ${max} or lower.`;
}
