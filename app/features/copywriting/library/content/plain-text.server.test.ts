import { expect, test } from 'vitest';

import { plainText } from './plain-text.server';

test.each([
  ['# Head\n\nText with **bold**, _soft_ and `code`.', 'Head\n\nText with bold, soft and code.\n'],
  ['one\ntwo', 'one\ntwo\n'],
  ['- a\n- b\n  - c', '- a\n- b\n- c\n'],
  ['- [x] done\n- [ ] open', '- [x] done\n- [ ] open\n'],
  [
    '[Shop](https://shop.example) <https://a.example>',
    'Shop (https://shop.example) https://a.example\n',
  ],
  ['a < b & c > d &copy; "q"', 'a < b & c > d &copy; "q"\n'],
  [
    '&constructor; &amp;constructor; &QUOT; &quot &#x41;&#66;',
    '&constructor; &constructor; " &quot AB\n',
  ],
  ['<b>not markup</b>', '<b>not markup</b>\n'],
  ['```js\nlet a;\n\nlet b;\n```\n\nafter', 'let a;\n\nlet b;\n\nafter\n'],
  ['| a | b |\n|---|---|\n| 1 | 2 |', 'a\tb\n\n1\t2\n'],
  ['above\n\n---\n\nbelow', 'above\n\n* * *\n\nbelow\n'],
])('%j reads as %j', async (markdown, text) => {
  expect(await plainText(markdown)).toBe(text);
});
