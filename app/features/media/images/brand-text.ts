/** What a picture's prompt takes from a profile, each with how much of it at the most. */
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
