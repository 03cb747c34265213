import { drawingOf } from './demo-drawing';
import type { ImageProvider } from './images';
import { pause } from '../providers/repeat.server';

/** Draws illustrations that suit the prompt and say that they're a demo; the same request makes the same image. */
export function demoImages({ paceMs }: { paceMs: number }): ImageProvider {
  return {
    name: 'demo',
    async make(request) {
      await pause(paceMs, request.signal);
      const { default: sharp } = await import('sharp');
      const bytes = await sharp(Buffer.from(drawingOf(request)))
        .png({ compressionLevel: 6 })
        .toBuffer();
      return { bytes };
    },
  };
}
