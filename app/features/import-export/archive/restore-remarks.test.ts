import { expect, test } from 'vitest';

import { RestoreRemarks } from './restore-remarks';

test('rows of a section with the same reason share one sentence', () => {
  const remarks = new RestoreRemarks();
  remarks.refuse('profiles', 'There are 100 already.');
  remarks.refuse('mediaItems', 'The storage is full.');
  remarks.refuse('mediaItems', 'The storage is full.');
  remarks.refuse('strange', 'It is.');
  remarks.say('One.');
  remarks.say('One.');
  expect(remarks.all()).toEqual([
    'One.',
    'Not imported: 1 brand profile. There are 100 already.',
    'Not imported: 2 images and videos. The storage is full.',
    'Not imported: 1 strange. It is.',
  ]);
});

test('further remarks are only counted once there are many', () => {
  const remarks = new RestoreRemarks();
  for (let index = 0; index < 5_000; index += 1) {
    remarks.say(`Sentence ${index}.`);
    remarks.refuse('prompts', `Reason ${index}.`);
  }
  const all = remarks.all();
  expect(all).toHaveLength(201);
  expect(all.at(-1)).toBe('And 9,800 more like these.');
});
