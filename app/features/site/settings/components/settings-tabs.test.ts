import { describe, expect, test } from 'vitest';

import { chosenTabOf, SETTINGS_TABS, settingsTabOf } from './settings-tabs';

describe('settings tabs', () => {
  test('are the nine documented ones, in order', () => {
    expect(SETTINGS_TABS.map((tab) => tab.id)).toEqual([
      'tokens',
      'account',
      'subscription',
      'importexport',
      'appearance',
      'contact',
      'privacyLink',
      'termsLink',
      'deleteAccount',
    ]);
  });

  test.each([
    ['?tab=appearance', 'appearance'],
    ['?a=b&tab=deleteAccount', 'deleteAccount'],
    ['', 'tokens'],
    ['?tab=', 'tokens'],
    ['?tab=unknown', 'tokens'],
  ])('for an address with %j show %s', (search, id) => {
    expect(settingsTabOf(search).id).toBe(id);
  });

  test('are chosen only by a known name', () => {
    expect(chosenTabOf('?tab=account')?.id).toBe('account');
    expect([chosenTabOf(''), chosenTabOf('?tab=unknown')]).toEqual([null, null]);
  });
});
