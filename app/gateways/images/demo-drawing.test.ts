import sharp from 'sharp';
import { describe, expect, it, test } from 'vitest';

import { drawingOf } from './demo-drawing';

const SQUARE = { width: 1024, height: 1024 };
const WIDE = { width: 1536, height: 1024 };
const TALL = { width: 1024, height: 1536 };

const PROMPTS = [
  'A loaf of rye',
  'Croissants',
  'A birthday cake',
  'Baguettes',
  'Our storefront',
  'A bicycle',
  'A toaster',
  'A washing machine',
  'Tools on a workbench',
  'A cup of coffee',
  'A market stall',
  'Flowers',
  'A bottle of olive oil',
  'Mountains at sunrise',
  'Quarterly figures',
];

describe.each(PROMPTS)('the illustration for “%s”', (prompt) => {
  it('is a drawing of its own, in every shape and with every seed', () => {
    const drawings = [SQUARE, WIDE, TALL].flatMap((size) =>
      [1, 2, 3, 4].map((seed) => drawingOf({ prompt, seed, ...size })),
    );
    expect(new Set(drawings).size).toBeGreaterThan(6);
    for (const drawing of drawings) {
      expect(drawing).not.toMatch(/NaN|undefined|Infinity|<text|href/);
      expect(drawing.length).toBeLessThan(40_000);
    }
    expect(drawingOf({ prompt, seed: 1, ...SQUARE })).toBe(drawings[0]);
  });
});

test('the person’s words count for more than the brand and the style', () => {
  const bicycle = drawingOf({ prompt: 'A bicycle\n\nThey bake bread.', seed: 1, ...SQUARE });
  const wheels = 'a72 72 0 1 0 144 0';
  expect(bicycle).toContain(wheels);
  expect(drawingOf({ prompt: 'Hello\n\nThey repair bikes.', ...SQUARE })).toContain(wheels);
});

test('line art has outlines only', () => {
  const drawing = drawingOf({ prompt: 'A cup\n\nStyle: Line art: fine', ...SQUARE });
  const fills = new Set(drawing.match(/fill="#[0-9a-f]{6}" stroke="[^"]*" stroke-width="3"/g));
  expect(fills.size).toBe(1);
});

test('a prompt can’t put anything of its own into the drawing', () => {
  const hostile = '"/><script>alert(1)</script><image href="https://evil.example"/>';
  expect(drawingOf({ prompt: hostile, ...SQUARE })).not.toMatch(/script|image|evil/);
});

test('an illustration is a small PNG of the requested size', async () => {
  const svg = Buffer.from(drawingOf({ prompt: 'A bakery', seed: 5, ...WIDE }));
  const bytes = await sharp(svg).png({ compressionLevel: 6 }).toBuffer();
  expect(bytes.length).toBeLessThan(200_000);
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', ...WIDE });
});
