import type { KeyboardEvent as ReactKeyboardEvent } from 'react';
import { afterEach, expect, test, vi } from 'vitest';

import { isComposing, sendsMessage } from './keyboard';

const press = (native: Partial<KeyboardEvent>) =>
  ({ isComposing: false, keyCode: 13, ...native }) as KeyboardEvent;
/** The same as React passes it on. */
const inReact = (native: Partial<KeyboardEvent> = {}, shiftKey = false) =>
  ({ key: 'Enter', shiftKey, nativeEvent: press(native) }) as unknown as ReactKeyboardEvent;

test.each([
  ['Enter by itself', {}, false],
  ['a key during a composition', { isComposing: true }, true],
  ['the Enter that ends a composition in Safari', { keyCode: 229 }, true],
])('recognizes a key press that belongs to an input method: %s', (_, native, composes) => {
  expect(isComposing(press(native))).toBe(composes);
  expect(isComposing(inReact(native))).toBe(composes);
});

/** A device with these media features. */
function withMedia(...features: string[]) {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: features.includes(query) }));
}

afterEach(() => void vi.unstubAllGlobals());

test.each([
  ['a mouse', ['(pointer: fine)'], true],
  ['a finger', ['(pointer: coarse)'], false],
  ['no pointer at all', [], true],
])('Enter sends a message except on touch screens: %s', (_, features, sends) => {
  withMedia(...features);
  expect(sendsMessage(inReact())).toBe(sends);
  expect(sendsMessage(inReact({}, true))).toBe(false);
  expect(sendsMessage(inReact({ keyCode: 229 }))).toBe(false);
});
