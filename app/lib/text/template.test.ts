import { expect, it } from 'vitest';

import { fillTemplate } from './template';

it('fills blanks, and inserts values literally', () => {
  const values = { name: '$& {{other}}', other: 'x' };
  expect(fillTemplate('Dear {{name}}, {{other}}\n', values)).toBe('Dear $& {{other}}, x');
});

it('leaves out a line with only an empty blank, and the empty line before it', () => {
  expect(fillTemplate('One\n\n{{gone}}\n\nTwo', { gone: '' })).toBe('One\n\nTwo');
  expect(fillTemplate('One\n\n{{there}}\n\nTwo', { there: 'a\nb' })).toBe('One\n\na\nb\n\nTwo');
  expect(fillTemplate('{{gone}}\nTwo', { gone: '' })).toBe('Two');
});

it('throws for a blank without a value', () => {
  expect(() => fillTemplate('{{toString}}', {})).toThrow('toString');
  expect(() => fillTemplate('a {{missing}}', { other: '' })).toThrow('missing');
});

it('leaves out the section of an empty value', () => {
  const template = 'Dear {{name}},\n{{#note}}\n\n{{note}}\n{{/note}}\nBye.\n';
  expect(fillTemplate(template, { name: 'Ada', note: 'Well done.' })).toBe(
    'Dear Ada,\n\nWell done.\nBye.',
  );
  expect(fillTemplate(template, { name: 'Ada', note: '' })).toBe('Dear Ada,\nBye.');
});
