import fc from 'fast-check';
import { expect, test } from 'vitest';

import { reduceNode } from './reduce-node';

const kinds = [
  'text',
  'multimodal_text',
  'code',
  'execution_output',
  'tether_quote',
  'system_error',
  'user_editable_context',
  'image_asset_pointer',
  'audio_transcription',
  'audio_asset_pointer',
  'canvas',
  'new',
];
const words = fc.constantFrom(
  ...kinds,
  'all',
  'python',
  'dalle.text2im',
  'canmore.create_textdoc',
  'canmore.update_textdoc',
  'user',
  'assistant',
  'tool',
  'file-service://file-A',
  '{"prompt":1}',
  '{"updates":[1,{"pattern":"(","replacement":"x"}]}',
  '\uE200cite\uE202a\uE201',
  ':::writing{x}',
  '\0',
  '\ud800',
  'https://example.org/',
);
const names = fc.constantFrom(
  'message',
  'content',
  'content_type',
  'parts',
  'text',
  'author',
  'role',
  'recipient',
  'metadata',
  'attachments',
  'citations',
  'start_ix',
  'end_ix',
  'content_references',
  'matched_text',
  'items',
  'url',
  'alt',
  'asset_pointer',
  'dalle',
  'canvas',
  'textdoc_id',
  'chatgpt_sdk',
  'widget_state',
  'aggregate_result',
  'messages',
  'children',
  'parent',
  'create_time',
  'id',
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium' },
    words,
    fc.constantFrom(null, true, -1, 3, 1e300, ''),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(names, tie('value'), { maxKeys: 6 }),
  ),
}));

const nodes = fc.record({
  parent: fc.oneof(fc.string(), value),
  children: value,
  message: fc.record({
    author: fc.record({ role: fc.constantFrom('user', 'assistant', 'tool', 'system') }),
    content: fc.oneof(
      value,
      fc.record({
        content_type: fc.constantFrom(...kinds),
        parts: value,
        text: value,
        url: value,
        title: value,
      }),
    ),
    metadata: value,
    recipient: words,
    create_time: value,
  }),
});

test('any node becomes a step whose text PostgreSQL can store', () => {
  fc.assert(
    fc.property(fc.oneof(nodes, value), (node) => {
      const step = reduceNode('k', node);
      // The caller cleans the ids.
      const stored = JSON.stringify({ ...step, parent: null, children: [] });
      expect(stored).not.toContain('\\u0000');
      expect(stored).not.toMatch(/\\ud[89a-f]/);
      expect(step.role === null).toBe(step.fragments.length === 0);
    }),
    { numRuns: 2_000 },
  );
});
