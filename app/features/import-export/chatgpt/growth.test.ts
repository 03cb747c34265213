import { describe, expect, test } from 'vitest';

import { CANVAS_BOUNDS, updated } from './canvas';
import { fenced } from './markdown';
import { planMessages } from './plan-messages';
import { reduceNode } from './reduce-node';
import { MessageRenderer, roomForDocuments, roomForGrowth, type Rendering } from './render-message';
import { StepTable, type PlannedStep } from './step-data';
import { marksOf, withoutMarks } from './text-marks';

// A malicious export may try to become many times its size, or to take forever. If something isn't linear, these tests
// time out.

const MANY = 200_000;

function rendering(growth = roomForGrowth()) {
  const remarks: string[] = [];
  const output: Rendering = {
    refOf: () => null,
    remark: (name) => remarks.push(name),
    documents: roomForDocuments(growth),
  };
  return { output, remarks };
}

const step = (fragments: Parameters<MessageRenderer['add']>[0]['fragments']) => ({
  fragments,
  documentId: null,
  key: 'step',
});

describe('a canvas document', () => {
  const doubling = { pattern: 'Z', multiple: true, replacement: 'ZaaaZ' };

  test('stops growing when each change doubles it, and the change counts as not applied', () => {
    const before = { name: 'x', type: 'document', content: 'Z' };
    const { document, followed } = updated(
      before,
      Array.from({ length: 200 }, () => doubling),
    );
    expect(followed).toBe(false);
    expect(document.content.length).toBeGreaterThan(100_000);
    expect(document.content.length).toBeLessThanOrEqual(CANVAS_BOUNDS.length);
  });

  test('is shown only until all documents of the import have grown up to the limit', () => {
    const growth = { ...roomForGrowth(), left: 100_000 };
    const { output, remarks } = rendering(growth);
    const renderer = new MessageRenderer(output, null);
    const create = { act: 'create' as const, name: 'x', type: 'document', content: 'Z' };
    const update = { act: 'update' as const, updates: [doubling] };
    renderer.add(step([{ kind: 'canvas', act: create }]));
    for (let at = 0; at < 40; at++) renderer.add(step([{ kind: 'canvas', act: update }]));
    const { text } = renderer.end();
    expect(text.length).toBeLessThan(110_000);
    expect(text).toContain('can’t be shown here');
    expect(remarks.length).toBeGreaterThan(20);
    expect(growth.left).toBeGreaterThanOrEqual(0);
  });

  test('is searched only until all conversations of the import have used up the limit', () => {
    const growth = roomForGrowth();
    const create = {
      act: 'create' as const,
      ...{ name: 'x', type: 'document', content: 'a'.repeat(CANVAS_BOUNDS.length) },
    };
    const slow = { pattern: `b${'a'.repeat(900)}`, multiple: true, replacement: 'x' };
    const update = { act: 'update' as const, updates: Array.from({ length: 200 }, () => slow) };
    for (let conversation = 0; conversation < 400; conversation++) {
      const renderer = new MessageRenderer(rendering(growth).output, null);
      renderer.add(step([{ kind: 'canvas', act: create }]));
      renderer.add(step([{ kind: 'canvas', act: update }]));
      renderer.end();
    }
    expect(growth.search.left).toBeLessThan(CANVAS_BOUNDS.search);
    expect(growth.search.left).toBeGreaterThanOrEqual(0);
  });

  test('is never searched for a pattern that would take too long', () => {
    const content = 'a'.repeat(CANVAS_BOUNDS.length);
    const pattern = `b${'a'.repeat(500_000)}`;
    const update = { pattern, multiple: true, replacement: 'x' };
    const { document, followed } = updated(
      { name: 'x', type: 'document', content },
      Array.from({ length: 200 }, () => update),
    );
    expect(followed).toBe(false);
    expect(document.content).toBe(content);
  });
});

describe('a text', () => {
  test('with a million line breaks or backticks becomes code in linear time', () => {
    const breaks = '\n'.repeat(1_000_000);
    expect(fenced(`x${breaks}y`)).toBe(`\`\`\`\nx${breaks}y\n\`\`\``);
    expect(fenced(`x${breaks}`)).toBe('```\nx\n```');
    expect(fenced('` '.repeat(1_000_000)).startsWith('```\n` ')).toBe(true);
  });

  test('that repeats a mark does not become many times its size', () => {
    const mark = '\uE200a\uE201';
    const shown = withoutMarks(mark.repeat(MANY), {
      content_references: [{ matched_text: mark, alt: 'x'.repeat(100_000) }],
    });
    expect(shown.length).toBeLessThan(1_000_000);
  });

  test('in many parts reads the meaning of its marks only once', () => {
    const mark = '\uE200a\uE201';
    const references = Array.from({ length: 50_000 }, (_, at) => ({
      matched_text: `\uE200${at}\uE201`,
      alt: 'x',
    }));
    const shown = marksOf({ content_references: references });
    for (let at = 0; at < 50_000; at++) expect(shown(mark)).toBe('');
  });

  test('whose parts all cite a long source grows only up to the limit', () => {
    const citations = Array.from({ length: 10 }, (_, at) => ({
      start_ix: at,
      end_ix: at + 1,
      metadata: { name: 'n'.repeat(150) },
    }));
    const shown = marksOf({ citations });
    let length = 0;
    for (let at = 0; at < 20_000; at++) length += shown('0123456789').length;
    expect(length).toBeLessThan(800_000);
  });

  test('of thousands of documents is split in linear time', () => {
    const one = ':::writing{variant="email"}\nx\n:::\n';
    const shown = withoutMarks(one.repeat(100_000), {});
    expect(shown.startsWith('---\n\n**Email**\n\nx\n\n---')).toBe(true);
    expect(shown).not.toContain(':::');
  });

  test('has its citations in the right places after an emoji', () => {
    const source = { name: 'a.pdf' };
    const at = (start: number) => ({ start_ix: start, end_ix: start + 3, metadata: source });
    const text = '😀 one[1] two[2]';
    expect(withoutMarks(text, { citations: [at(5), at(12), at(400)] })).toBe(
      '😀 one (a.pdf) two (a.pdf)',
    );
  });
});

describe('a tree', () => {
  const node = (key: string, parent: string | null, more: Partial<PlannedStep> = {}) => ({
    ...{ key, parent, children: [], role: 'assistant' as const, time: null, size: 10 },
    ...more,
  });

  test('that is a circle with many leaves is walked only once', () => {
    const leaves = Array.from({ length: MANY }, (_, at) => node(`leaf${at}`, 'a'));
    const steps = [node('a', 'b'), ...leaves, node('b', 'a')];
    expect(planMessages(steps, null).messages.length).toBeGreaterThan(MANY);
  });

  test('whose step lists the same child many times keeps it once', () => {
    const table = new StepTable();
    table.add(node('child', null));
    table.add(node('parent', null, { children: Array.from({ length: 1_000 }, () => 'child') }));
    expect([...table.listedChildren(1)]).toEqual([0]);
  });

  test('whose versions repeat a long beginning reports how much they repeat', () => {
    const before = Array.from({ length: 50 }, (_, at) =>
      node(`b${at}`, at === 0 ? null : `b${at - 1}`, { size: 1_000 }),
    );
    const versions = Array.from({ length: 500 }, (_, at) => node(`v${at}`, 'b49'));
    const bounds = { messageSize: 1_000_000, sharedSize: 200_000 };
    const plan = planMessages([...before, ...versions], null, bounds);
    expect(plan.sharedSize).toBeGreaterThan(0);
    expect(plan.sharedSize).toBeLessThanOrEqual(bounds.sharedSize);
  });
});

test('names of models, documents, and files that are far too long are dropped or cut', () => {
  const long = 'x'.repeat(1_000_000);
  const { model, documentId, fragments } = reduceNode('a', {
    message: {
      author: { role: 'user' },
      content: { content_type: 'text', parts: ['hello'] },
      metadata: {
        model_slug: long,
        canvas: { textdoc_id: long },
        attachments: [{ id: long, name: long }],
      },
    },
  });
  expect({ model, documentId }).toEqual({ model: null, documentId: null });
  expect(JSON.stringify(fragments).length).toBeLessThan(2_000);
});
