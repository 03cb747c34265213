import fc from 'fast-check';
import { expect, test } from 'vitest';

import { isId } from '~/lib/ids.server';

import { derivedId, derivedPart } from './derived-id.server';

const time = fc.integer({ min: 0, max: 253_402_300_799_999 });

test('a derived id is a UUIDv7 of its time, for any names', () => {
  fc.assert(
    fc.property(time, fc.string(), fc.string(), (at, place, name) => {
      const id = derivedId(at, place, name);
      expect(isId(id)).toBe(true);
      expect(id).toMatch(/^.{14}7.{3}-[89ab]/);
      expect(parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(at);
    }),
  );
});

test('a derived id is the same for the same names, and apart from its time depends only on them', () => {
  fc.assert(
    fc.property(time, time, fc.uuid(), fc.uuid(), (at, later, name, other) => {
      expect(derivedId(at, 'place', name)).toBe(derivedId(at, 'place', name));
      expect(derivedPart(derivedId(at, 'place', name))).toBe(
        derivedPart(derivedId(later, 'place', name)),
      );
      if (name === other) return;
      expect(derivedPart(derivedId(at, 'place', name))).not.toBe(
        derivedPart(derivedId(at, 'place', other)),
      );
      expect(derivedPart(derivedId(at, name, 'x'))).not.toBe(
        derivedPart(derivedId(at, other, 'x')),
      );
    }),
  );
});

test('a derived id has the nearest possible time for one that no id can contain', () => {
  expect(derivedId(-5, 'a', 'b').slice(0, 13)).toBe('00000000-0000');
  expect(derivedId(1e300, 'a', 'b').slice(0, 13)).toBe('ffffffff-ffff');
});
