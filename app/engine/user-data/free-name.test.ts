import fc from 'fast-check';
import { expect, test } from 'vitest';

import { freeName } from './free-name';

test('a free name stays as it is, and a taken one gets a number', () => {
  expect(freeName('Work', [], 60)).toBe('Work');
  expect(freeName('Work', ['Other'], 60)).toBe('Work');
  expect(freeName('Work', ['WORK', 'work (2)'], 60)).toBe('Work (3)');
});

test('a free name is never taken, and never too long', () => {
  const names = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(names, fc.array(names), (name, others) => {
      const taken = [...others, name];
      const free = freeName(name.slice(0, 60), taken, 60);
      expect(taken.map((one) => one.toLowerCase())).not.toContain(free.toLowerCase());
      expect(free.length).toBeLessThanOrEqual(60);
    }),
  );
});
