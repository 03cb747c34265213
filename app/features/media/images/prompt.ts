import type { ImageRequest, Style } from '../media';

/** What an image's prompt takes from a profile, each with how much of it at the most. */
const TAKEN = [
  { field: 'whatYouDo', label: 'What they do', most: 300 },
  { field: 'brandVoice', label: 'Voice and mood', most: 250 },
  { field: 'idealCustomer', label: 'For', most: 200 },
  { field: 'offering', label: 'They offer', most: 200 },
] as const;

export type BrandFields = Partial<Record<(typeof TAKEN)[number]['field'], string>>;

/** A brand in a few lines, as a person can read and change them; '' when nothing of use is filled in. */
export function brandText(name: string, fields: BrandFields): string {
  const lines = TAKEN.flatMap(({ field, label, most }) => {
    const text = (fields[field] ?? '').replace(/\s+/g, ' ').trim();
    return text === '' ? [] : [`${label}: ${shortened(text, most)}`];
  });
  return lines.length === 0 ? '' : [`Brand: ${name.replace(/\s+/g, ' ')}`, ...lines].join('\n');
}

/** At the end of a sentence or of a word where one ends near, never within a character. */
function shortened(text: string, most: number): string {
  const signs = [...text];
  if (signs.length <= most) return text;
  const head = signs.slice(0, most).join('');
  const sentence = /^.*[.!?](?=\s)/.exec(head)?.[0] ?? '';
  if (sentence.length > head.length / 2) return sentence;
  return `${/^.*\S(?=\s)/.exec(head)?.[0] ?? head}…`;
}

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
