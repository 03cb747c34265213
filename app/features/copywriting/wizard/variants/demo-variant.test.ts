import { describe, expect, it } from 'vitest';

import { FORMAT_IDS } from '../../formats/formats';
import { cleanVariant } from './clean-variant';
import { demoVariant } from './demo-variant';

const FIELDS = {
  topic: 'Our new [sourdough](x)\n# subscription for everybody in the whole neighborhood',
  audience: '',
  goal: '',
  tone: '',
  length: 'short' as const,
  language: '',
  keywords: ['bread', 'fresh rolls'],
  callToAction: 'Reserve your loaf',
};

describe.each(FORMAT_IDS)('the demo’s %s', (formatId) => {
  const text = demoVariant({ formatId, fields: FIELDS, position: 2 });

  it('says that it is a demo, and cleanVariant leaves it as it is', () => {
    expect(text).toMatch(/demo/i);
    expect(text).toContain('no AI provider is set up');
    expect(cleanVariant(formatId, text)).toBe(text);
  });

  it('follows the structure of its format', () => {
    if (formatId === 'x-post') expect([...text].length).toBeLessThanOrEqual(280);
    if (/email|promotion|follow-up|newsletter|welcome/.test(formatId)) {
      expect(text).toMatch(/^Subject: .+\nPreheader: .+\n\n\S/);
    }
    if (/article|case-study|hero|landing/.test(formatId)) expect(text).toMatch(/^# .+\n\n/);
    if (/features|pricing|faq/.test(formatId)) expect(text).toMatch(/^## .+\n\n/);
    if (/thread|welcome/.test(formatId)) expect(text.split('\n\n---\n\n')).toHaveLength(3);
  });
});
