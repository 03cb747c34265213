import { expect, it } from 'vitest';

import { fillTemplate } from './fill-template';

const TEMPLATE = 'Dear {{name}},\n{{#note}}\n\n{{note}}\n{{/note}}\nBye.\n';

it('puts values in, and leaves out the sections of empty ones', () => {
  expect(fillTemplate(TEMPLATE, { name: 'Ada', note: 'Well done.' })).toBe(
    'Dear Ada,\n\nWell done.\nBye.',
  );
  expect(fillTemplate(TEMPLATE, { name: 'Ada', note: '' })).toBe('Dear Ada,\nBye.');
});

it('never reads a value as a template', () => {
  expect(fillTemplate('{{a}} {{b}}', { a: '{{b}} $& $1', b: '{{#a}}' })).toBe('{{b}} $& $1 {{#a}}');
});

it('does not pass over a name that it has no value for', () => {
  expect(() => fillTemplate('{{a}}', {})).toThrow(/a/);
});
