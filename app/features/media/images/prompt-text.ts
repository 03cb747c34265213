import type { ImageRequest, Style } from '../media';

/** What a preset adds to the prompt. */
const STYLE_WORDS: Record<Exclude<Style, 'none'>, string> = {
  photo: 'A realistic photograph with natural light and true colours.',
  illustration: 'A clean editorial illustration with clear shapes and a limited palette.',
  watercolour: 'A loose watercolour painting on textured paper.',
  '3d': 'A polished 3D render with soft studio light.',
  'line-art': 'Line art: fine, even black lines on a plain background, no shading.',
  product: 'A product photograph on a plain, softly lit background, sharp and without clutter.',
  flat: 'Flat vector-like graphics: solid colours, simple geometry, no gradients.',
};

/** The prompt as a provider gets it: what is to be seen first, then how it looks, then the brand it is for. */
export function promptText(request: Pick<ImageRequest, 'prompt' | 'style' | 'brandText'>): string {
  const { prompt, style = 'none', brandText } = request;
  const parts = [prompt.trim()];
  if (style !== 'none') parts.push(`Style: ${STYLE_WORDS[style]}`);
  const brand = brandText.trim();
  if (brand !== '') {
    parts.push(
      `It is for the brand described here; let mood and colours suit it, and do not write this text into the picture:\n${brand}`,
    );
  }
  return parts.join('\n\n');
}
