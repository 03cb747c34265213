import { publish } from '~/engine/events/index.server';
import { prisma, prismaTransaction } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import { isId, newId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';

import { profilesTexts } from '../texts';
import { cleaned, cleanRule } from './clean-rule';
import { FACTS_RULE } from './facts/facts-rule';
import { type NewRule, RULE_LIMITS, type VoiceRule, type VoiceRules } from './rule';
import { cleanExceptions, isSameRule, listProblem, ruleKey, withRules } from './rule-list';
import { voiceRuleTexts } from './texts';
import { findVoice, lockVoice, updateVoice } from './voice-rules-data.server';

/** The rules of a profile. @throws AppError `not-found` */
export async function readVoice(
  userId: UserScope,
  profileId: string | undefined,
): Promise<VoiceRules> {
  const voice = isId(profileId) ? await findVoice(prisma, userId, profileId) : null;
  if (!voice) throw new AppError('not-found', profilesTexts.gone);
  return voice;
}

/**
 * Adds rules to a profile, under new ids. Those with an id were removed before, and come back as they were. Rules that are there
 * already are skipped.
 * @throws AppError `invalid`, `not-found`, `conflict` (too many, or too much text)
 */
export async function addRules(
  userId: UserScope,
  profileId: string | undefined,
  typed: readonly (NewRule & Partial<VoiceRule>)[],
): Promise<VoiceRules & { added: number; skipped: number }> {
  const wanted = typed.map((rule) => ({
    id: rule.id?.toLowerCase() ?? newId(),
    ...cleanRule(rule),
    exceptions: cleanExceptions(rule.exceptions ?? []),
  }));
  let skipped = 0;
  const voice = await changeVoice(userId, profileId, (there) => {
    const merged = withRules(there, wanted);
    skipped = merged.skipped;
    return merged.rules;
  });
  return { ...voice, added: wanted.length - skipped, skipped };
}

/**
 * Changes a rule if it still says what the person saw; otherwise `saved` is false. Exceptions that are added meanwhile stay.
 * @throws AppError `invalid`, `not-found`, `conflict` (too much text)
 */
export async function changeRule(
  userId: UserScope,
  profileId: string | undefined,
  ruleId: string | undefined,
  change: { from: NewRule; to: NewRule; flagAgain?: readonly string[] },
): Promise<{ saved: boolean; rule: VoiceRule; voice: VoiceRules }> {
  const to = cleanRule(change.to);
  const flagAgain = new Set(change.flagAgain);
  const outcome: { saved: boolean; rule: VoiceRule | null } = { saved: false, rule: null };
  const voice = await changeVoice(userId, profileId, (there) => {
    const rule = ruleIn(there, ruleId);
    outcome.rule = rule;
    outcome.saved = isSameRule(rule, change.from) || isSameRule(rule, to);
    if (!outcome.saved) return there;
    const others = there.filter((other) => other !== rule);
    if (others.some((other) => ruleKey(other) === ruleKey(to))) {
      throw new AppError('invalid', voiceRuleTexts.there);
    }
    const exceptions = rule.exceptions.filter((passage) => !flagAgain.has(passage));
    const changed = { id: rule.id, ...to, exceptions };
    outcome.rule = changed;
    return there.map((other) => (other === rule ? changed : other));
  });
  return { saved: outcome.saved, rule: outcome.rule!, voice };
}

/** Removes a rule and returns it, so that undoing can add it again. @throws AppError `not-found` */
export async function removeRule(
  userId: UserScope,
  profileId: string | undefined,
  ruleId: string | undefined,
): Promise<{ removed: VoiceRule; voice: VoiceRules }> {
  const gone: VoiceRule[] = [];
  const voice = await changeVoice(userId, profileId, (there) => {
    const rule = ruleIn(there, ruleId);
    gone.push(rule);
    return there.filter((other) => other !== rule);
  });
  return { removed: gone[0]!, voice };
}

/**
 * Notes a passage that a rule must never flag again. The rule about facts, which brands have without adding it, joins the list.
 * @throws AppError `invalid`, `not-found`, `conflict` (too many, or too much text)
 */
export async function addException(
  userId: UserScope,
  profileId: string | undefined,
  ruleId: string | undefined,
  quote: string,
): Promise<VoiceRules> {
  const passage = cleaned(quote, RULE_LIMITS.exception);
  if (passage === null) throw new AppError('invalid', voiceRuleTexts.exceptionTooLong);
  if (passage === '') throw new AppError('invalid', voiceRuleTexts.exceptionMissing);
  return changeVoice(userId, profileId, (stored) => {
    const isFirst = ruleId === FACTS_RULE.id && stored.every(({ kind }) => kind !== 'facts');
    const there = isFirst ? withRules(stored, [FACTS_RULE]).rules : stored;
    const rule = ruleIn(there, ruleId);
    if (rule.exceptions.includes(passage)) return there;
    if (rule.exceptions.length >= RULE_LIMITS.exceptions) {
      throw new AppError('conflict', voiceRuleTexts.tooManyExceptions);
    }
    const changed = { ...rule, exceptions: [...rule.exceptions, passage] };
    return there.map((other) => (other === rule ? changed : other));
  });
}

/** @throws AppError `not-found` */
function ruleIn(rules: readonly VoiceRule[], id: string | undefined): VoiceRule {
  const rule = rules.find((other) => other.id === id?.toLowerCase());
  if (!rule) throw new AppError('not-found', voiceRuleTexts.gone);
  return rule;
}

/**
 * Replaces the rules of a profile by what `change` makes of them, under a lock, and tells the tabs. Nothing is written when
 * they stay the same.
 */
async function changeVoice(
  userId: UserScope,
  profileId: string | undefined,
  change: (there: VoiceRule[]) => VoiceRule[],
): Promise<VoiceRules> {
  if (!isId(profileId)) throw new AppError('not-found', profilesTexts.gone);
  return prismaTransaction(async (tx, sql) => {
    await lockVoice(sql, userId, profileId);
    const voice = await findVoice(tx, userId, profileId);
    if (!voice) throw new AppError('not-found', profilesTexts.gone);
    const rules = change(voice.rules);
    if (JSON.stringify(rules) === JSON.stringify(voice.rules)) return voice;
    const problem = listProblem(rules);
    // What has grown too large by other ways can still be made smaller.
    if (problem !== null && rules.length >= voice.rules.length) {
      const { tooMany, tooLong } = voiceRuleTexts;
      throw new AppError('conflict', problem === 'too-many' ? tooMany : tooLong);
    }
    const version = await updateVoice(tx, userId, profileId, rules);
    const data = { type: 'voice' as const, id: profileId.toLowerCase(), version };
    await publish(sql, userId, { topic: 'profile', data });
    return { rules, version };
  });
}
