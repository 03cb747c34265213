import { beforeEach, describe, expect, test } from 'vitest';

import { currentSequence } from '~/engine/events/index.server';
import { openProfile, readGrounding } from '~/features/brand/index.server';
import { readSent } from '~/features/brand/grounding/read-grounding.server';
import { duplicateProfile } from '~/features/brand/profiles/profile-actions.server';
import { FACTS_RULE } from '~/features/brand/voice/facts/facts-rule';
import { type NewRule, RULE_LIMITS } from '~/features/brand/voice/rule';
import { STARTER_SETS } from '~/features/brand/voice/starter-sets';
import {
  addException,
  addRules,
  changeRule,
  readVoice,
  removeRule,
} from '~/features/brand/voice/voice-actions.server';
import { prisma, sql } from '~/lib/db/index.server';
import { newId } from '~/lib/ids.server';

import { createComponent, createProfile } from '../../factories/profiles';
import { createUser, type TestUser } from '../../factories/users';

const GONE = { code: 'not-found' };

const avoid = (term: string, change: Partial<NewRule> = {}): NewRule => ({
  ...{ kind: 'avoid', terms: [term], replacement: '', max: null, person: null },
  ...{ formats: [], severity: 'should', reason: '', ...change },
});

let user: TestUser;
let profile: { id: string };
beforeEach(async () => {
  user = await createUser();
  profile = await createProfile(user);
});

const add = async (...rules: NewRule[]) => addRules(user.id, profile.id, rules);
const one = async (rule = avoid('cheap')) => (await add(rule)).rules.at(-1)!;
const events = () => currentSequence(sql, user.id);

describe('voice rules', () => {
  test('are added with ids of their own, cleaned, counted, and told to the tabs once', async () => {
    const before = await events();
    const added = await add(avoid(' very  cheap '), avoid('bargain', { severity: 'must' }));
    expect(added).toMatchObject({ version: 2, added: 2, skipped: 0 });
    expect(added.rules.map(({ terms }) => terms)).toEqual([['very cheap'], ['bargain']]);
    expect(new Set(added.rules.map(({ id }) => id)).size).toBe(2);
    const { rules, version } = added;
    expect(await readVoice(user.id, profile.id)).toEqual({ rules, version });
    expect((await openProfile(user.id, profile.id)).voice).toEqual({ rules, version });
    expect(await events()).toBe(before + 1);
  });

  test('that are there already are skipped, and nothing is told when none is new', async () => {
    await add(avoid('cheap'));
    const before = await events();
    const again = await add(avoid('CHEAP', { severity: 'must' }));
    expect(again).toMatchObject({ version: 2, added: 0, skipped: 1 });
    expect(await events()).toBe(before);
  });

  test('of all starter sets fit together, and are skipped the second time', async () => {
    const rules = STARTER_SETS.flatMap((set) => set.rules);
    expect(await addRules(user.id, profile.id, rules)).toMatchObject({ added: rules.length });
    expect(await addRules(user.id, profile.id, rules)).toMatchObject({ added: 0, version: 2 });
    expect((await readVoice(user.id, profile.id)).rules).toMatchObject(rules);
  });

  test('are refused when they say nothing, and when there are too many or too much text', async () => {
    await expect(add(avoid(' '))).rejects.toMatchObject({
      code: 'invalid',
      fields: { terms: 'Add at least one.' },
    });
    const many = Array.from({ length: RULE_LIMITS.rules }, (_, at) => avoid(`word ${at}`));
    await add(...many);
    await expect(add(avoid('one more'))).rejects.toMatchObject({ code: 'conflict' });
    expect((await readVoice(user.id, profile.id)).rules).toHaveLength(RULE_LIMITS.rules);
    const other = await createProfile(user, { name: 'Long' });
    const terms = Array.from({ length: 50 }, (_, at) => `${at} ${'x'.repeat(90)}`);
    const long = many.map((rule, at) => ({ ...rule, terms: [`${at}`, ...terms].slice(0, 50) }));
    await expect(addRules(user.id, other.id, long)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('added by several tabs at once are all kept', async () => {
    await Promise.all(Array.from({ length: 8 }, (_, at) => add(avoid(`word ${at}`))));
    const { rules, version } = await readVoice(user.id, profile.id);
    expect([rules.length, version]).toEqual([8, 9]);
  });
});

describe('a voice rule', () => {
  test('is changed when it still says what the person saw', async () => {
    const rule = await one();
    const to = avoid('bargain', { severity: 'must', reason: 'We charge fairly.' });
    const change = { from: rule, to };
    const { saved, rule: now, voice } = await changeRule(user.id, profile.id, rule.id, change);
    expect(saved).toBe(true);
    expect(now).toEqual({ id: rule.id, ...to, exceptions: [] });
    expect(voice).toEqual({ rules: [now], version: 3 });
    // A repeated request finds it done.
    const again = await changeRule(user.id, profile.id, rule.id, change);
    expect([again.saved, again.voice.version]).toEqual([true, 3]);
  });

  test('is left alone when another tab changed it first, and shown as it is now', async () => {
    const rule = await one();
    const theirs = avoid('bargain');
    await changeRule(user.id, profile.id, rule.id, { from: rule, to: theirs });
    const late = await changeRule(user.id, profile.id, rule.id, {
      ...{ from: rule, to: avoid('budget') },
    });
    expect(late).toMatchObject({ saved: false, rule: theirs, voice: { version: 3 } });
    const { rules } = await readVoice(user.id, profile.id);
    expect(rules).toMatchObject([theirs]);
  });

  test('changed by two tabs at once is changed by one of them', async () => {
    const rule = await one();
    const results = await Promise.all(
      ['bargain', 'budget'].map((term) =>
        changeRule(user.id, profile.id, rule.id, { from: rule, to: avoid(term) }),
      ),
    );
    expect(results.filter(({ saved }) => saved)).toHaveLength(1);
  });

  test('can’t become another rule that is there', async () => {
    const rule = await one();
    await one(avoid('bargain'));
    const change = { from: rule, to: avoid('Bargain') };
    await expect(changeRule(user.id, profile.id, rule.id, change)).rejects.toMatchObject({
      code: 'invalid',
    });
  });

  test('is removed, and comes back in its place with its id and its exceptions', async () => {
    const [first, second, third] = (await add(avoid('a'), avoid('b'), avoid('c'))).rules;
    await addException(user.id, profile.id, second!.id, 'plan b');
    const { removed, voice } = await removeRule(user.id, profile.id, second!.id);
    expect(voice.rules).toEqual([first, third]);
    await expect(removeRule(user.id, profile.id, second!.id)).rejects.toMatchObject(GONE);
    const { rules } = await addRules(user.id, profile.id, [removed]);
    expect(rules).toEqual([first, { ...second, exceptions: ['plan b'] }, third]);
  });

  test('remembers passages that it never flags, each once, until they are flagged again', async () => {
    const rule = await one();
    await addException(user.id, profile.id, rule.id, ' cheap\n flights ');
    const { version, rules } = await addException(user.id, profile.id, rule.id, 'cheap flights');
    expect([version, rules[0]?.exceptions]).toEqual([3, ['cheap flights']]);
    await addException(user.id, profile.id, rule.id, 'cheap talk');
    // A change that was begun before they were added keeps them.
    const change = { from: rule, to: avoid('cheap', { reason: 'x' }) };
    await changeRule(user.id, profile.id, rule.id, { ...change, flagAgain: ['cheap flights'] });
    const now = await readVoice(user.id, profile.id);
    expect(now.rules[0]).toMatchObject({ reason: 'x', exceptions: ['cheap talk'] });
  });

  test('about facts joins the list with the first passage that is never flagged', async () => {
    const rule = await one();
    const { rules } = await addException(user.id, profile.id, FACTS_RULE.id, '€9');
    expect(rules).toEqual([{ ...FACTS_RULE, exceptions: ['€9'] }, rule]);
    const { rules: again } = await addException(user.id, profile.id, FACTS_RULE.id, '€8');
    expect(again[0]?.exceptions).toEqual(['€9', '€8']);
    expect((await readVoice(user.id, profile.id)).rules).toEqual(again);
    await removeRule(user.id, profile.id, FACTS_RULE.id);
    // A brand with a rule about facts of its own doesn't get this one beside it.
    await add(avoid('', { kind: 'facts', terms: [] }));
    await expect(addException(user.id, profile.id, FACTS_RULE.id, '€9')).rejects.toMatchObject(
      GONE,
    );
  });

  test('remembers no passage that is empty, too long, or one too many', async () => {
    const rule = await one();
    const except = (quote: string) => addException(user.id, profile.id, rule.id, quote);
    await expect(except(' ')).rejects.toMatchObject({ code: 'invalid' });
    await expect(except('x'.repeat(201))).rejects.toMatchObject({ code: 'invalid' });
    const exceptions = Array.from({ length: RULE_LIMITS.exceptions }, (_, at) => `cheap ${at}`);
    await prisma.profile.update({
      where: { id: profile.id, userId: user.id },
      data: { voiceRules: [{ ...rule, exceptions }] },
    });
    await expect(except('cheap')).rejects.toMatchObject({ code: 'conflict' });
  });
});

test('rules that are damaged in the database break nothing, and are gone after the next change', async () => {
  const rule = await one();
  await prisma.profile.update({
    where: { id: profile.id, userId: user.id },
    data: { voiceRules: [{ ...rule }, { kind: 'avoid' }, 'x', { ...rule, id: 7 }] },
  });
  expect((await openProfile(user.id, profile.id)).voice.rules).toEqual([rule]);
  await add(avoid('bargain'));
  const { voiceRules } = await prisma.profile.findFirstOrThrow({
    where: { id: profile.id, userId: user.id },
  });
  expect(voiceRules).toMatchObject([{ terms: ['cheap'] }, { terms: ['bargain'] }]);
});

test('another user’s rules don’t exist, and nor does a rule of another profile', async () => {
  const rule = await one();
  const stranger = await createUser();
  const other = await createProfile(user, { name: 'Other' });
  const change = { from: rule, to: avoid('bargain') };
  for (const [scope, id] of [
    [stranger.id, profile.id],
    [user.id, other.id],
    [user.id, newId()],
    [user.id, 'x'],
    [user.id, undefined],
  ] as const) {
    await expect(changeRule(scope, id, rule.id, change)).rejects.toMatchObject(GONE);
    await expect(removeRule(scope, id, rule.id)).rejects.toMatchObject(GONE);
    await expect(addException(scope, id, rule.id, 'x')).rejects.toMatchObject(GONE);
  }
  await expect(readVoice(stranger.id, profile.id)).rejects.toMatchObject(GONE);
  await expect(addRules(stranger.id, profile.id, [rule])).rejects.toMatchObject(GONE);
  expect((await readVoice(user.id, profile.id)).rules).toEqual([rule]);
});

test('a duplicated profile has the same rules, under ids of their own', async () => {
  const { rules } = await add(avoid('cheap'), avoid('bargain', { formats: ['x-post'] }));
  const duplicate = await duplicateProfile(user.id, profile.id, 'share');
  const copied = (await readVoice(user.id, duplicate)).rules;
  expect(copied).toEqual(rules.map((rule, at) => ({ ...rule, id: copied[at]?.id })));
  await removeRule(user.id, duplicate, copied[0]!.id);
  expect((await readVoice(user.id, profile.id)).rules).toEqual(rules);
  expect(rules.map(({ id }) => id)).not.toContain(copied[0]!.id);
});

test('rules ground texts of their formats, next to the brand’s own words and no other brand’s', async () => {
  const voiced = await createProfile(user, {
    name: 'Bakery',
    brandStory: await createComponent(user, 'brandStory', { brandVoice: 'Warm.' }),
  });
  await addRules(user.id, voiced.id, [avoid('cheap'), avoid('salesy', { formats: ['x-post'] })]);
  const rival = await createProfile(user, {
    name: 'Rival',
    brandStory: await createComponent(user, 'brandStory', { brandVoice: 'Loud.' }),
  });
  await addRules(user.id, rival.id, [avoid('homemade')]);
  const grounding = await readGrounding(user.id, voiced.id);
  expect(grounding(null)).toMatch(/> Warm\.\n\n## Rules for wording[^]*“cheap”\.$/);
  expect(grounding('x-post')).toMatch(/“cheap”\.\n> Should: Don’t write “salesy”\.$/);
  expect(grounding('article')).toBe(grounding(null));
  for (const format of [null, 'x-post']) {
    expect(grounding(format)).not.toMatch(/homemade|Loud|Rival/);
    expect((await readSent(user.id, voiced.id, format)).text).toBe(grounding(format));
  }
  // Rules ground a brand of which nothing else is known.
  await add(avoid('bargain'));
  expect((await readGrounding(user.id, profile.id))(null)).toContain('“bargain”');
});
