import { expect, test } from 'vitest';

import { deletedText, durationText } from './made-noun';

const [image, video] = [{ kind: 'image' }, { kind: 'video' }] as const;

test('what was deleted is named', () => {
  expect(deletedText([image])).toBe('Image deleted');
  expect(deletedText([video])).toBe('Video deleted');
  expect(deletedText([video, video])).toBe('2 videos deleted');
  expect(deletedText([image, video, image])).toBe('3 items deleted');
});

test('how long a video is', () => {
  expect(durationText(5_000)).toBe('0:05');
  expect(durationText(59_600)).toBe('1:00');
  expect(durationText(750_000)).toBe('12:30');
});
