import type { ImageRequest, Style } from '../media';

/** The fields of a profile that go into an image's prompt, with a maximum in characters. */
const BRAND_FIELDS = [
  { field: 'whatYouDo', label: 'What they do', max: 300 },
  { field: 'brandVoice', label: 'Voice and mood', max: 250 },
  { field: 'idealCustomer', label: 'For', max: 200 },
  { field: 'offering', label: 'They offer', max: 200 },
] as const;

export type BrandFields = Partial<Record<(typeof BRAND_FIELDS)[number]['field'], string>>;

/** A brand in a few lines, which the person can change; '' when none of the fields is filled in. `look` is a sentence. */
export function brandText(name: string, fields: BrandFields, look = ''): string {
  const lines = BRAND_FIELDS.flatMap(({ field, label, max }) => {
    const text = (fields[field] ?? '').replace(/\s+/g, ' ').trim();
    return text === '' ? [] : [`${label}: ${shorten(text, max)}`];
  });
  if (look !== '') lines.push(look);
  return lines.length === 0 ? '' : [`Brand: ${name.replace(/\s+/g, ' ')}`, ...lines].join('\n');
}

/** Cuts a text after a sentence, else after a word, but never within a character. */
function shorten(text: string, max: number): string {
  const characters = [...text];
  if (characters.length <= max) return text;
  const head = characters.slice(0, max).join('');
  const sentence = /^.*[.!?](?=\s)/.exec(head)?.[0] ?? '';
  if (sentence.length > head.length / 2) return sentence;
  return `${/^.*\S(?=\s)/.exec(head)?.[0] ?? head}…`;
}

/** What a style adds to the prompt. */
const STYLE_PROMPTS: Record<Exclude<Style, 'none'>, string> = {
  photo: 'A realistic photograph with natural light and true colors.',
  illustration: 'A clean editorial illustration with clear shapes and a limited palette.',
  watercolour: 'A loose watercolor painting on textured paper.',
  '3d': 'A polished 3D render with soft studio light.',
  'line-art': 'Line art: fine, even black lines on a plain background, no shading.',
  product: 'A product photograph on a plain, softly lit background, sharp and without clutter.',
  flat: 'Flat vector-like graphics: solid colors, simple geometry, no gradients.',
};

/** The prompt that a provider gets: what to show first, then the text that it's for, then the style, then the brand. */
export function promptText(
  request: Pick<ImageRequest, 'prompt' | 'subjectText' | 'style' | 'brandText'>,
): string {
  const { prompt, subjectText, style = 'none', brandText } = request;
  const parts = [prompt.trim()];
  if (subjectText !== undefined) {
    parts.push(`It is for this text; don’t write the text into the image:\n${subjectText}`);
  }
  if (style !== 'none') parts.push(`Style: ${STYLE_PROMPTS[style]}`);
  const brand = brandText.trim();
  if (brand !== '') {
    parts.push(
      `It is for the brand described here; let mood and colors suit it, and do not write this text into the image:\n${brand}`,
    );
  }
  return parts.join('\n\n');
}
