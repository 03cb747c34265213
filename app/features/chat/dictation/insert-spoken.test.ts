import { expect, it } from 'vitest';

import { insertSpoken } from './insert-spoken';

it('puts what was said where the caret is, with the spaces that are missing', () => {
  expect(insertSpoken('', 0, 'Good morning.')).toEqual({ text: 'Good morning.', caret: 13 });
  expect(insertSpoken('Dear Ann,', 9, 'thanks')).toEqual({ text: 'Dear Ann, thanks', caret: 16 });
  expect(insertSpoken('Dear Ann,\n', 10, 'thanks').text).toBe('Dear Ann,\nthanks');
  expect(insertSpoken('We are here', 7, 'open').text).toBe('We are open here');
  expect(insertSpoken('We arehere', 6, 'open').text).toBe('We are open here');
  expect(insertSpoken('We are.', 6, 'open')).toEqual({ text: 'We are open.', caret: 11 });
});
