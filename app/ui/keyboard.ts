import type { KeyboardEvent as ReactKeyboardEvent } from 'react';

/** What browsers report for every key that an input method takes. */
const TAKEN_BY_INPUT_METHOD = 229;

/** Whether a key press belongs to an input method, such as the Enter that confirms a Japanese word. */
export function isComposing(event: KeyboardEvent | ReactKeyboardEvent): boolean {
  const { isComposing: composes, keyCode } = 'nativeEvent' in event ? event.nativeEvent : event;
  // Safari ends the composition before that Enter, and only the code tells it from another.
  return composes || keyCode === TAKEN_BY_INPUT_METHOD;
}

/**
 * Whether the main pointer is a finger: then the keyboard is on the screen, where it covers the page and has no Shift+Enter.
 * Without any pointer there is a real keyboard.
 */
export function hasTouchKeyboard(): boolean {
  return matchMedia('(pointer: coarse)').matches;
}

/** Whether a key press sends a message: Enter does, unless Shift is held or the keyboard is on the screen. */
export function sendsMessage(event: ReactKeyboardEvent): boolean {
  return event.key === 'Enter' && !event.shiftKey && !isComposing(event) && !hasTouchKeyboard();
}
