import { describe, expect, test } from 'vitest';

import { readChain, type MessageOptions } from '../../../../tests/factories/chatgpt';

// For each kind of content in exports: its nodes, and what is shown of them.

const QUESTION: MessageOptions = { role: 'user', content: 'Please.' };
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

interface Row {
  kind: string;
  nodes: MessageOptions[];
  files?: Record<string, string | Buffer>;
  /** The text of the answer; null when there is none. */
  shown: string | null;
  refs?: string[];
  remarks?: Record<string, number>;
}

const image = (pointer: string, metadata: unknown = null) => ({
  content_type: 'image_asset_pointer',
  asset_pointer: pointer,
  size_bytes: 8,
  width: 1,
  height: 1,
  metadata,
});

const parts = (...list: unknown[]) => ({ content_type: 'multimodal_text', parts: list });

const ROWS: Row[] = [
  {
    kind: 'text: joins its parts',
    nodes: [{ content: { content_type: 'text', parts: ['One.', '', 'Two.', 7, null] } }],
    shown: 'One.\n\nTwo.',
  },
  {
    kind: 'text: shows nothing of a blank one',
    nodes: [{ content: { content_type: 'text', parts: ['  '] } }],
    shown: null,
  },
  {
    kind: 'multimodal_text: keeps the words between images',
    nodes: [{ content: parts('Look:', image('file-service://file-Abc1'), 'Nice.') }],
    files: { 'file-Abc1-photo.png': PNG },
    shown: 'Look:\n\nNice.',
    refs: ['file-Abc1'],
  },
  {
    kind: 'image_asset_pointer: understands the newer form of addresses',
    nodes: [{ content: parts(image('sediment://file_00aa11')) }],
    files: { 'file_00aa11.dat': PNG },
    shown: '',
    refs: ['file_00aa11'],
  },
  {
    kind: 'image_asset_pointer: says that an image is not in the export',
    nodes: [{ content: parts('Look:', image('file-service://file-Gone')) }],
    shown: 'Look:\n\n*[Image, not in the export]*',
    remarks: { 'a file that’s missing from the export': 1 },
  },
  {
    kind: 'image_asset_pointer: shows the prompt of a generated image',
    nodes: [
      {
        role: 'tool',
        name: 'dalle.text2im',
        content: parts(
          image('file-service://file-Made', {
            dalle: { gen_id: 'g1', prompt: 'A fox\nin snow', seed: 1 },
          }),
        ),
      },
    ],
    files: { 'dalle-generations/file-Made-0b8a.webp': 'RIFF0000WEBP' },
    shown: '**Generated image**\n\n> A fox\n> in snow',
    refs: ['file-Made'],
  },
  {
    kind: 'image_asset_pointer: finds a generated image by its name in the index',
    nodes: [
      {
        role: 'tool',
        content: parts(
          image('sediment://file_gone', {
            generation: { gen_id: '0b8a0000-1111-2222-3333-444455556666' },
          }),
        ),
      },
    ],
    files: {
      'file-0HDU.dat': PNG,
      'conversation_asset_file_names.json': JSON.stringify({
        'file-0HDU.dat': 'dalle-generations/0b8a0000-1111-2222-3333-444455556666.webp',
      }),
    },
    shown: '',
    refs: ['0b8a0000-1111-2222-3333-444455556666'],
  },
  {
    kind: 'image_asset_pointer: shows the prompt of a generated image that is not in the export',
    nodes: [
      { content: 'Here it is.' },
      {
        role: 'tool',
        content: parts(image('sediment://file_x', { dalle: { prompt: 'A fox' } })),
      },
    ],
    shown: 'Here it is.\n\n**Generated image** (not in the export)\n\n> A fox',
    remarks: { 'a file that’s missing from the export': 1 },
  },
  {
    kind: 'audio_transcription: shows the spoken words',
    nodes: [
      {
        content: parts(
          { content_type: 'audio_transcription', text: 'Good morning.', direction: 'out' },
          {
            content_type: 'audio_asset_pointer',
            asset_pointer: 'sediment://file_voice',
            format: 'wav',
          },
        ),
      },
    ],
    files: { 'file_voice.dat': 'RIFF0000WAVEfmt ' },
    shown: 'Good morning.',
    refs: ['file_voice'],
  },
  {
    kind: 'audio_asset_pointer: shows the words of a recording that is not in the export',
    nodes: [
      {
        content: parts(
          { content_type: 'audio_transcription', text: 'Good morning.' },
          { content_type: 'audio_asset_pointer', asset_pointer: 'sediment://file_voice' },
        ),
      },
    ],
    shown: 'Good morning.',
    remarks: { 'a file that’s missing from the export': 1 },
  },
  {
    kind: 'audio_asset_pointer: shows a recording without words as a voice message',
    nodes: [
      {
        content: parts({
          content_type: 'audio_asset_pointer',
          asset_pointer: 'sediment://file_voice',
        }),
      },
    ],
    files: { 'file_voice.dat': 'RIFF0000WAVEfmt ' },
    shown: '*[Voice message]*',
    refs: ['file_voice'],
  },
  {
    kind: 'real_time_user_audio_video_asset_pointer: attaches the recording',
    nodes: [
      {
        content: parts({
          content_type: 'real_time_user_audio_video_asset_pointer',
          frames_asset_pointers: [],
          audio_asset_pointer: {
            content_type: 'audio_asset_pointer',
            asset_pointer: 'sediment://file_voice',
          },
        }),
      },
    ],
    files: { 'file_voice.dat': 'OggS' },
    shown: '*[Voice message]*',
    refs: ['file_voice'],
  },
  {
    kind: 'video_container_asset_pointer: says that a video is not in the export',
    nodes: [
      {
        content: parts({
          content_type: 'video_container_asset_pointer',
          asset_pointer: 'sediment://file_v',
        }),
      },
    ],
    shown: '*[Voice message, not in the export]*',
    remarks: { 'a file that’s missing from the export': 1 },
  },
  {
    kind: 'code and execution_output: belong to the answer that ran the code',
    nodes: [
      { content: 'Let me count.' },
      {
        recipient: 'python',
        content: { content_type: 'code', language: 'unknown', text: 'print("```")\n' },
      },
      { role: 'tool', name: 'python', content: { content_type: 'execution_output', text: '3\n' } },
      { content: 'Three.' },
    ],
    shown: 'Let me count.\n\n````python\nprint("```")\n````\n\nOutput:\n\n```\n3\n```\n\nThree.',
  },
  {
    kind: 'code: shows code that is meant for the reader',
    nodes: [{ content: { content_type: 'code', language: 'rust', text: 'fn main() {}' } }],
    shown: '```rust\nfn main() {}\n```',
  },
  {
    kind: 'code: shows the prompt of an image that never came',
    nodes: [
      {
        recipient: 'dalle.text2im',
        content: { content_type: 'code', language: 'json', text: '{"size":"1","prompt":"A fox"}' },
      },
      { content: 'Enjoy.' },
    ],
    shown: '**Generated image** (not in the export)\n\n> A fox\n\nEnjoy.',
    remarks: { 'a file that’s missing from the export': 1 },
  },
  {
    kind: 'code: shows the prompt with the image that came',
    nodes: [
      {
        recipient: 't2uay3k.sj1i4kz',
        content: { content_type: 'code', text: '{"prompt":"A fox","n":1}' },
      },
      {
        role: 'tool',
        content: parts(image('sediment://file_fox', { generation: {} }), 'The person sees it.'),
      },
    ],
    files: { 'file_fox.dat': PNG },
    shown: '**Generated image**\n\n> A fox',
    refs: ['file_fox'],
  },
  {
    kind: 'code: shows nothing of the steps of a search',
    nodes: [
      {
        content: { content_type: 'code', language: 'unknown', text: 'search("x")' },
        metadata: { reasoning_status: 'is_reasoning' },
      },
      { recipient: 'web.run', content: { content_type: 'code', text: '{"search_query":[]}' } },
      { content: 'Found.' },
    ],
    shown: 'Found.',
  },
  {
    kind: 'execution_output: attaches the images that code made',
    nodes: [
      {
        role: 'tool',
        content: { content_type: 'execution_output', text: '' },
        metadata: {
          aggregate_result: {
            messages: [
              { message_type: 'stream', text: 'x' },
              { message_type: 'image', image_url: 'file-service://file-Plot' },
            ],
          },
        },
      },
    ],
    files: { 'file-Plot-chart.png': PNG },
    shown: '',
    refs: ['file-Plot'],
  },
  {
    kind: 'thoughts and reasoning_recap: are not shown',
    nodes: [
      { content: { content_type: 'thoughts', thoughts: [{ summary: 'Hm', content: 'secret' }] } },
      { content: { content_type: 'reasoning_recap', content: 'Thought for 8 s' } },
      { content: 'Yes.' },
    ],
    shown: 'Yes.',
  },
  {
    kind: 'tether_quote: is shown as a quotation with its source',
    nodes: [
      {
        role: 'tool',
        content: {
          content_type: 'tether_quote',
          title: 'A *page*',
          url: 'https://example.org/a_(b)',
          text: 'One.\nTwo.',
        },
      },
    ],
    shown: '> One.\n> Two.\n>\n> [A \\*page\\*](https://example.org/a_%28b%29)',
  },
  {
    kind: 'tether_browsing_display and sonic_webpage: are not shown',
    nodes: [
      { role: 'tool', content: { content_type: 'tether_browsing_display', result: 'L0: …' } },
      { role: 'tool', content: { content_type: 'sonic_webpage', result: 'x', text: 'y' } },
    ],
    shown: null,
  },
  {
    kind: 'system_error: is shown as an error',
    nodes: [
      {
        role: 'tool',
        content: { content_type: 'system_error', name: 'tool_error', text: 'It broke' },
      },
    ],
    shown: '> **Error:** It broke',
  },
  {
    kind: 'user_editable_context and model_editable_context: stay private',
    nodes: [
      {
        role: 'user',
        content: {
          content_type: 'user_editable_context',
          user_profile: 'secret',
          user_instructions: 'secret',
        },
      },
      { content: { content_type: 'model_editable_context', model_set_context: 'secret' } },
    ],
    shown: null,
  },
  {
    kind: 'unknown content: shows its words',
    nodes: [{ content: { content_type: 'something_new', parts: ['Words.', { x: 1 }] } }],
    shown: 'Words.',
  },
  {
    kind: 'unknown content: is replaced by a note when it has no words',
    nodes: [{ content: { content_type: 'something_new', widget: {} } }],
    shown: '*[Something that can’t be shown here]*',
    remarks: { 'content of an unknown type (something_new)': 1 },
  },
  {
    kind: 'unknown content: a part of an unknown kind is replaced by a note',
    nodes: [{ content: parts('Words.', { content_type: 'hologram' }) }],
    shown: 'Words.\n\n*[Something that can’t be shown here]*',
    remarks: { 'content of an unknown type (hologram)': 1 },
  },
  {
    kind: 'system and hidden messages: are not shown',
    nodes: [
      { role: 'system', content: 'secret' },
      { content: 'secret', metadata: { is_visually_hidden_from_conversation: true } },
      { role: 'user', content: 'secret', metadata: { is_user_system_message: true } },
      { role: 'critic', content: 'secret' },
      { recipient: 'bio', content: 'secret' },
      { role: 'tool', name: 'bio', content: 'Model set context updated.' },
      { channel: 'analysis', content: 'secret' },
    ],
    shown: null,
  },
  {
    kind: 'canvas: shows a document that is created, changed, and created again',
    nodes: [
      {
        recipient: 'canmore.create_textdoc',
        content: {
          content_type: 'code',
          text: JSON.stringify({
            name: 'launch_plan',
            type: 'document',
            content: '# Plan\n\nOld. Old.',
          }),
        },
      },
      { role: 'tool', content: 'Created.', metadata: { canvas: { textdoc_id: 'd1' } } },
      {
        recipient: 'canmore.update_textdoc',
        content: JSON.stringify({
          updates: [{ pattern: 'Old\\.', multiple: true, replacement: 'New $&.' }],
        }),
      },
      { role: 'tool', content: 'Updated.', metadata: { canvas: { textdoc_id: 'd1' } } },
      { content: 'Done.' },
    ],
    shown: '---\n\n**launch plan**\n\n# Plan\n\nNew $&. New $&.\n\n---\n\nDone.',
  },
  {
    kind: 'canvas: shows code after it is replaced',
    nodes: [
      {
        recipient: 'canmore.create_textdoc',
        content: {
          content_type: 'code',
          text: JSON.stringify({ name: 'a', type: 'code/python', content: 'a = 1' }),
        },
      },
      {
        recipient: 'canmore.update_textdoc',
        content: JSON.stringify({
          updates: [{ pattern: '.*', multiple: true, replacement: 'a = 2' }],
        }),
      },
    ],
    shown: '---\n\n**a**\n\n```python\na = 2\n```\n\n---',
  },
  {
    kind: 'canvas: notes a change that does not match the document',
    nodes: [
      {
        recipient: 'canmore.update_textdoc',
        content: JSON.stringify({
          updates: [{ pattern: '(a+)+$', multiple: false, replacement: 'b' }],
        }),
      },
    ],
    shown: '*[A change to a document that is not in the export]*',
    remarks: { 'a document change that couldn’t be shown': 1 },
  },
  {
    kind: 'writing block: is shown as a document',
    nodes: [
      {
        content: 'Here:\n:::writing{variant="social_post" id="58142"}\nBuy **coffee**.\n:::\nGood?',
      },
    ],
    shown: 'Here:\n\n---\n\n**Social post**\n\nBuy **coffee**.\n\n---\n\nGood?',
  },
  {
    kind: 'deep research: shows the report from the state of a widget',
    nodes: [
      {
        role: 'tool',
        content: { content_type: 'code', text: '{}' },
        metadata: {
          chatgpt_sdk: {
            attribution_id: 'connector_openai_deep_research',
            widget_state: JSON.stringify({
              status: 'completed',
              report_message: { content: { parts: ['## Report\n\nBody.'] } },
            }),
          },
        },
      },
    ],
    shown: '## Report\n\nBody.',
  },
];

describe('content of an answer', () => {
  test.each(ROWS)('$kind', async ({ nodes, files = {}, shown, refs = [], remarks = {} }) => {
    const read = await readChain([QUESTION, ...nodes], files);
    const [question, ...answers] = read.messages;
    expect(question?.text).toBe('Please.');
    expect(answers.map(({ role, text }) => ({ role, text }))).toEqual(
      shown === null ? [] : [{ role: 'assistant', text: shown }],
    );
    expect(answers[0]?.files.map(({ ref }) => ref) ?? []).toEqual(refs);
    expect(read.remarks).toEqual(remarks);
    expect(JSON.stringify(read.messages)).not.toContain('secret');
  });
});

test('a question has each attached file once, by its name, and a note for a missing one', async () => {
  const read = await readChain(
    [
      {
        role: 'user',
        content: parts(image('file-service://file-Pic'), 'See.'),
        metadata: {
          attachments: [
            { id: 'file-Pic', name: 'Photo of *me*.png' },
            { id: 'file-Doc', name: 'plan.pdf' },
            { id: 'file-Gone', name: 'notes_[1].txt' },
          ],
        },
      },
    ],
    { 'file-Pic-Photo.png': PNG, 'file-Doc-plan.pdf': '%PDF-' },
  );
  expect(read.messages).toMatchObject([
    {
      text: 'See.\n\n*[File “notes\\_\\[1\\].txt”, not in the export]*',
      files: [
        { ref: 'file-Pic', name: 'Photo of *me*.png' },
        { ref: 'file-Doc', name: 'plan.pdf' },
      ],
    },
  ]);
  expect(read.remarks).toEqual({ 'a file that’s missing from the export': 1 });
});

test('a long quotation is cut between words, with a remark', async () => {
  const read = await readChain([
    {
      role: 'tool',
      content: { content_type: 'tether_quote', title: 'T', text: 'words '.repeat(1_000) },
    },
  ]);
  expect(read.messages[0]!.text.length).toBeLessThan(2_100);
  expect(read.messages[0]!.text).toContain('words …\n>\n> T');
  expect(read.remarks).toEqual({ 'a long quotation, shortened': 1 });
});
