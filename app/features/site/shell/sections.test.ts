import { describe, expect, test } from 'vitest';

import { mediaCardOf } from './media-cards';
import { sectionOf } from './sections';
import { SETTINGS_TABS, settingsTabOf } from './settings-tabs';

describe('the section of a path', () => {
  test.each([
    ['/ai-lab', 'chat'],
    ['/ai-lab/', 'chat'],
    ['/ai-lab/chat/0190', 'chat'],
    ['/copy-wizard', 'copy'],
    ['/copy-wizard/saved/social/1', 'copy'],
    ['/media-creator', 'media'],
    ['/media-creator/video-gen', 'media'],
    ['/settings', 'settings'],
  ])('%s is %s', (path, section) => {
    expect(sectionOf(path)).toBe(section);
  });

  test.each(['/', '/admin', '/profiles', '/ai-laboratory', '/settings-old', '/admin/settings'])(
    '%s has none',
    (path) => {
      expect(sectionOf(path)).toBeUndefined();
    },
  );
});

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
  ])('%j shows %s', (search, id) => {
    expect(settingsTabOf(search).id).toBe(id);
  });
});

describe('media cards', () => {
  test.each([
    ['/media-creator', '?mode=generate', 'Generate Images'],
    ['/media-creator', '?mode=train-lora', 'Train a LoRA'],
    ['/media-creator/video-gen', '', 'Create Videos'],
  ])('%s%s is %s', (path, search, title) => {
    expect(mediaCardOf(path, search)?.title).toBe(title);
  });

  test.each([
    ['/media-creator', ''],
    ['/media-creator', '?mode=sculpture'],
  ])('%s%s is none of them', (path, search) => {
    expect(mediaCardOf(path, search)).toBeUndefined();
  });
});
