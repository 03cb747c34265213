import { describe, expect, test } from 'vitest';

import { formatCount } from '~/lib/format/numbers';

import { missedText, othersText, resultText, timeLeftText } from './texts';

const NOTHING = {
  imported: 0,
  updated: 0,
  skipped: 0,
  messages: 0,
  files: 0,
  missingFiles: 0,
  others: {},
};

test('a count names one or many, with separators', () => {
  expect(formatCount(1, 'conversation')).toBe('1 conversation');
  expect(formatCount(12_000, 'conversation')).toBe('12,000 conversations');
});

test.each([
  [3, 'less than a minute left'],
  [70, 'about 1 minute left'],
  [600, 'about 10 minutes left'],
  [3_600, 'about 1 hour left'],
  [5_400, 'about 1 hour 30 minutes left'],
])('a remaining time of %s seconds reads “%s”', (seconds, text) => {
  expect(timeLeftText(seconds)).toBe(text);
});

describe('the result of an import', () => {
  test('says what was imported and what was updated', () => {
    expect(resultText({ ...NOTHING, imported: 3, updated: 1, others: { profiles: 2 } })).toBe(
      'Imported 3 conversations and 2 brand profiles. Updated 1 conversation.',
    );
    expect(resultText(NOTHING)).toBe('Nothing new was imported.');
  });

  test('names skipped conversations and missing files, if there are any', () => {
    expect(missedText({ result: { ...NOTHING, skipped: 2, missingFiles: 1 } })).toBe(
      'Skipped 2 conversations. Missing 1 file.',
    );
    expect(missedText({ result: { ...NOTHING, skipped: 1 } })).toBe('Skipped 1 conversation.');
    expect(missedText({ result: NOTHING })).toBe('');
    expect(missedText({ result: null })).toBe('');
  });

  test('leaves out sections that no one would look for', () => {
    expect(othersText({ savedContentVersions: 9, prompts: 1, loras: 0 })).toBe('1 prompt');
  });
});
