import { createHash } from 'node:crypto';

import { linesOf, strokesOf } from './demo-letters';
import type { ImageProvider, ImageCallRequest } from './images';
import { pause } from '../providers/repeat.server';

/** Draws images that show the prompt and say that they are a demo; the same request makes the same image. */
export function demoImages({ paceMs }: { paceMs: number }): ImageProvider {
  return {
    name: 'demo',
    async make(request) {
      await pause(paceMs, request.signal);
      const { default: sharp } = await import('sharp');
      const bytes = await sharp(Buffer.from(drawing(request)))
        .png()
        .toBuffer();
      return { bytes };
    },
  };
}

/** As SVG. Nothing in it comes from outside: the prompt becomes strokes, never text. */
function drawing({ prompt, seed, width, height }: ImageCallRequest): string {
  const chance = numbersOf(`${prompt}\n${seed ?? 0}`);
  const hue = Math.floor(chance() * 360);
  const other = (hue + 40 + Math.floor(chance() * 100)) % 360;
  const short = Math.min(width, height);
  const discs = Array.from({ length: 5 }, () => {
    const radius = short * (0.15 + chance() * 0.35);
    const tone = `hsl(${(hue + Math.floor(chance() * 120)) % 360} 70% ${55 + chance() * 25}%)`;
    return `<circle cx="${(chance() * width).toFixed(0)}" cy="${(chance() * height).toFixed(0)}" r="${radius.toFixed(0)}" fill="${tone}" opacity="${(0.12 + chance() * 0.22).toFixed(2)}"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
  <defs><linearGradient id="g" x1="0" y1="0" x2="${chance().toFixed(2)}" y2="1">
    <stop offset="0" stop-color="hsl(${hue} 62% 42%)"/><stop offset="1" stop-color="hsl(${other} 58% 24%)"/>
  </linearGradient></defs>
  <rect width="${width}" height="${height}" fill="url(#g)"/>
  ${discs.join('\n  ')}
  ${promptStrokes(prompt.split('\n\n')[0] ?? '', width, height)}
  ${label(width, height)}
</svg>`;
}

/** The prompt in the middle, as large as fits. */
function promptStrokes(prompt: string, width: number, height: number): string {
  const scale = Math.min(width, height) / (prompt.length > 60 ? 150 : 100);
  const lines = linesOf(
    prompt,
    (width * 0.82) / scale,
    Math.floor((height * 0.55) / (9.5 * scale)),
  );
  const top = height / 2 - (lines.length * 9.5 * scale) / 2;
  return lines
    .map((line, index) => {
      const { path, width: long } = strokesOf(line);
      const x = (width - long * scale) / 2;
      const y = top + index * 9.5 * scale;
      return `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(3)})" fill="none" stroke="#fff" stroke-width=".62" stroke-linecap="round" stroke-linejoin="round">${path}</g>`;
    })
    .join('\n  ');
}

function label(width: number, height: number): string {
  const scale = Math.min(width, height) / 256;
  const { path, width: long } = strokesOf('DEMO IMAGE');
  const wide = (long + 8) * scale;
  const x = (width - wide) / 2;
  const y = height - 22 * scale;
  return `<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${wide.toFixed(1)}" height="${(13 * scale).toFixed(1)}" rx="${(6.5 * scale).toFixed(1)}" fill="#000" opacity=".45"/>
  <g transform="translate(${(x + 4 * scale).toFixed(1)} ${(y + 3.5 * scale).toFixed(1)}) scale(${scale.toFixed(3)})" fill="none" stroke="#fff" stroke-width=".7" stroke-linecap="round" stroke-linejoin="round">${path}</g>`;
}

/** Pseudo-random numbers from 0 to 1 that depend on the text alone. */
function numbersOf(text: string): () => number {
  const digest = createHash('sha256').update(text).digest();
  let at = 0;
  return () => {
    const value =
      digest.readUInt8(at % digest.length) / 256 +
      digest.readUInt8((at + 7) % digest.length) / 65_536;
    at += 1;
    return Math.min(value, 0.999);
  };
}
