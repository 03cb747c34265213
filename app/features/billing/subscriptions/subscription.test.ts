import { describe, expect, it } from 'vitest';

import { debtText, hasPlan, subscriptionStatusText } from './status-text';
import {
  isLive,
  type KnownSubscription,
  planOf,
  SUBSCRIPTION_STATUSES,
  type SubscriptionView,
} from './subscription';

const now = new Date('2027-03-10T12:00:00Z');

describe('planOf', () => {
  const one = (id: string, status: string, day = 1): KnownSubscription => ({
    ...{ id, status, name: `Plan ${id}`, startedAt: new Date(Date.UTC(2027, 0, day)) },
  });

  it('is the trial or nothing, if no subscription ever started', () => {
    const none = { subscriptionId: null, name: null };
    expect(planOf([], true)).toEqual({ status: 'trialing', ...none });
    expect(planOf([], false)).toEqual({ status: 'none', ...none });
    expect(planOf([one('a', 'incomplete_expired')], false)).toEqual({ status: 'none', ...none });
    expect(planOf([one('a', 'some_new_word')], true)).toEqual({ status: 'trialing', ...none });
  });

  it('prefers a plan in force to one that has ended, and the newer of two', () => {
    const story = [one('a', 'canceled', 9), one('b', 'past_due', 1), one('c', 'canceled', 5)];
    expect(planOf(story, true)).toEqual({
      ...{ status: 'past_due', subscriptionId: 'b', name: 'Plan b' },
    });
    expect(planOf([one('a', 'canceled', 1), one('b', 'canceled', 2)], false).subscriptionId).toBe(
      'b',
    );
    expect(planOf([one('a', 'active', 1), one('b', 'unpaid', 2)], false).subscriptionId).toBe('a');
  });

  it('counts a plan as live until it has ended for good', () => {
    const live = ['active', 'trialing', 'past_due', 'unpaid', 'paused', 'incomplete'];
    expect(live.every(isLive)).toBe(true);
    expect(['canceled', 'incomplete_expired', 'none'].some(isLive)).toBe(false);
  });
});

describe('the text about a plan', () => {
  const view = (changes: Partial<SubscriptionView>): SubscriptionView => ({
    status: 'active',
    name: 'Studio',
    interval: 'month',
    currentPeriodEnd: '2027-04-01T23:30:00.000Z',
    cancelAtPeriodEnd: false,
    trialEndsAt: '2027-03-08T12:00:00.000Z',
    debtTokens: 0,
    hasCustomer: true,
    ...changes,
  });
  const textOf = (changes: Partial<SubscriptionView>) =>
    subscriptionStatusText(view(changes), 'UTC', now);

  it('is different for every status', () => {
    const texts = SUBSCRIPTION_STATUSES.map((status) => textOf({ status }).text);
    expect(new Set(texts).size).toBe(SUBSCRIPTION_STATUSES.length);
    const troubles = SUBSCRIPTION_STATUSES.filter((status) => textOf({ status }).isTrouble);
    expect(troubles).toEqual(['past_due', 'unpaid', 'paused', 'incomplete']);
  });

  it('names the day in the user’s time zone', () => {
    expect(textOf({}).text).toBe('Renews on April 1, 2027.');
    expect(subscriptionStatusText(view({}), 'Europe/Berlin', now).text).toBe(
      'Renews on April 2, 2027.',
    );
    expect(textOf({ cancelAtPeriodEnd: true }).text).toMatch(/^Canceled\. It ends on April 1/);
  });

  it('distinguishes the trial of a sign-up from that of a plan', () => {
    const trial = { status: 'trialing', name: null, interval: null } as const;
    expect(textOf(trial).title).toBe('Free trial');
    expect(hasPlan(view(trial))).toBe(false);
    expect(textOf({ status: 'trialing' }).title).toBe('Studio trial');
    expect(hasPlan(view({ status: 'trialing' }))).toBe(true);
  });

  it('mentions a debt only if there is one', () => {
    expect(debtText(view({}))).toBeNull();
    expect(debtText(view({ debtTokens: 1_200 }))).toMatch(/1,200 tokens that you had already used/);
  });
});
