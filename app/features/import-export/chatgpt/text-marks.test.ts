import { describe, expect, test } from 'vitest';

import { withoutMarks } from './text-marks';
import { cpuMs } from '../../../../tests/harness/cpu-time';

const mark = (...parts: string[]) => `\uE200${parts.join('\uE202')}\uE201`;

const CITE = mark('cite', 'turn0search3', 'turn0search8');

describe('removing the marks of a text', () => {
  test.each<[string, string, Record<string, unknown>, string]>([
    [
      'leaves a text without marks as it is',
      'Words, cited words, 【強調】.',
      {},
      'Words, cited words, 【強調】.',
    ],
    [
      'replaces a citation with links to its sources',
      `Fact${CITE}.`,
      {
        content_references: [
          { matched_text: ' ', alt: 'X' },
          {
            matched_text: CITE,
            items: [
              {
                title: 'One [1]',
                url: 'https://one.example/',
                supporting_websites: [{ title: 'Two', url: 'https://two.example/' }],
              },
            ],
          },
        ],
      },
      'Fact ([One \\[1\\]](https://one.example/), [Two](https://two.example/)).',
    ],
    [
      'replaces a citation with its alternative text',
      `Fact ${CITE}.`,
      {
        content_references: [{ matched_text: CITE, alt: '([Site](https://site.example/))' }],
      },
      'Fact ([Site](https://site.example/)).',
    ],
    [
      'looks up a citation among the search results',
      `Fact ${CITE}.`,
      {
        search_result_groups: [
          {
            entries: [
              {
                title: 'One',
                url: 'https://one.example/',
                ref_id: { turn_index: 0, ref_type: 'search', ref_index: 3 },
              },
            ],
          },
        ],
      },
      'Fact ([One](https://one.example/)).',
    ],
    ['a citation of nothing', `Fact${CITE}.`, {}, 'Fact.'],
    [
      'drops a citation whose address is no web page',
      `Fact${CITE}.`,
      {
        content_references: [
          { matched_text: CITE, items: [{ title: 'X', url: 'javascript:alert(1)' }] },
        ],
      },
      'Fact.',
    ],
    [
      'replaces an entity with its escaped name',
      `${mark('entity', '["people","Ada \\"L\\" Love_lace",0]')} wrote.`,
      {},
      'Ada "L" Love\\_lace wrote.',
    ],
    ['a link', mark('url', 'Home', 'https://example.org/'), {}, '[Home](https://example.org/)'],
    ['pictures of the web', `See${mark('image_group', '{"query":["x"]}')}.`, {}, 'See.'],
    [
      'keeps the text that a source is for',
      '\uE203Cited words\uE204\uE200cite\uE202turn1search1\uE201',
      {},
      'Cited words',
    ],
    ['one that has no end', 'A \uE200cite\uE202turn0 B', {}, 'A citeturn0 B'],
    ['an older source', 'Fact【8†source】 and【12:3†page.pdf】.', {}, 'Fact and.'],
    [
      'places older citations correctly after an emoji',
      '😀 Fact【8†source】 more【9†source】.',
      {
        citations: [
          {
            start_ix: 6,
            end_ix: 16,
            metadata: { type: 'webpage', title: 'One', url: 'https://one.example/' },
          },
          { start_ix: 21, end_ix: 31, metadata: { type: 'file', name: 'plan.pdf' } },
        ],
      },
      '😀 Fact ([One](https://one.example/)) more (plan.pdf).',
    ],
    [
      'ignores citations with invalid places',
      'Fact.',
      {
        citations: [
          { start_ix: 900, end_ix: 910, metadata: {} },
          { start_ix: -1, end_ix: 3 },
          { start_ix: 'x' },
          null,
        ],
      },
      'Fact.',
    ],
    [
      'keeps only the label of a link into the sandbox',
      'Get [the *table*](sandbox:/mnt/data/a.csv) and ![it](sandbox:/mnt/data/b.png).',
      {},
      'Get the *table* and it.',
    ],
    [
      'shows a writing block without an end as a document',
      ':::writing{variant="email" subject="Hello"}\nDear',
      {},
      '---\n\n**Hello**\n\nDear\n\n---',
    ],
  ])('%s', (_, text, metadata, shown) => {
    expect(withoutMarks(text, metadata)).toBe(shown);
  });

  test('takes linear time, however many marks there are', () => {
    const text = `x${CITE}`.repeat(50_000) + '\uE200'.repeat(200_000) + '【'.repeat(200_000);
    const references = Array.from({ length: 20_000 }, (_, at) => ({
      matched_text: mark('cite', `turn${at}`),
      alt: `(${at})`,
    }));
    const took = cpuMs(() =>
      expect(withoutMarks(text, { content_references: references })).not.toMatch(/\uE200/),
    );
    // It takes a few hundredths of that, and minutes if each mark were compared with each reference.
    expect(took).toBeLessThan(10_000);
  });
});
