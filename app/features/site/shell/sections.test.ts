import { describe, expect, test } from 'vitest';

import { mediaCardOf } from './components/media-cards';
import { sectionOf } from './sections';

describe('the section of a path', () => {
  test.each([
    ['/ai-lab', 'chat'],
    ['/ai-lab/', 'chat'],
    ['/ai-lab/chat/0190', 'chat'],
    ['/copy-wizard', 'copy'],
    ['/copy-wizard/saved/social/1', 'copy'],
    ['/media-creator', 'media'],
    ['/media-creator/video-gen', 'media'],
    ['/profiles', 'brand'],
    ['/profiles/1/draft', 'brand'],
    ['/settings', 'settings'],
  ])('for %s is %s', (path, section) => {
    expect(sectionOf(path)).toBe(section);
  });

  test.each(['/', '/admin', '/profiles-old', '/ai-laboratory', '/settings-old', '/admin/settings'])(
    "doesn't exist for %s",
    (path) => {
      expect(sectionOf(path)).toBeUndefined();
    },
  );
});

describe('the media card', () => {
  test.each([
    ['/media-creator', '?mode=generate', 'Generate Images'],
    ['/media-creator', '?mode=train-lora', 'Train a LoRA'],
    ['/media-creator/video-gen', '', 'Create Videos'],
  ])('for %s%s is %s', (path, search, title) => {
    expect(mediaCardOf(path, search)?.title).toBe(title);
  });

  test.each([
    ['/media-creator', ''],
    ['/media-creator', '?mode=sculpture'],
  ])("doesn't exist for %s%s", (path, search) => {
    expect(mediaCardOf(path, search)).toBeUndefined();
  });
});
