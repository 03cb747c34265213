/** A request for a proposed brand profile names the headings that it wants, in this form. */
const HEADING = /^## (brandStory|customerJourney|solutionSuite|campaignFramework)\.(\w+)$/gm;

const SENTENCES = /[^.!?\n]+[.!?]?/g;
const QUOTE_WORDS = 12;

/**
 * The demo's proposal for a brand profile: sentences of the material itself, in the requested form. Null if the request
 * is for something else.
 */
export function demoProfileDraft(instructions: string, material: string): string | null {
  const headings = [...instructions.matchAll(HEADING)].map(([heading, , field]) => ({
    heading,
    field: field ?? '',
  }));
  if (headings.length === 0) return null;
  const [about, ...samples] = sectionsOf(material);
  const all = sentencesOf([about, ...samples].join('\n'));
  return headings
    .map(({ heading, field }, index) => {
      if (field !== 'brandVoice') {
        return `${heading}\n\n[Demo] ${all[index % Math.max(1, all.length)] ?? 'A text of yours.'}`;
      }
      const quotes = sentencesOf(samples.join('\n') || (about ?? '')).slice(0, 3);
      const traits = quotes.map((quote, at) => {
        const words = quote.split(' ').slice(0, QUOTE_WORDS).join(' ');
        return `- trait: ${TRAITS[at] ?? ''} | quote: "${words.replaceAll('"', "'")}"`;
      });
      return [heading, '', '[Demo] The voice of what you pasted.', '', ...traits].join('\n');
    })
    .join('\n\n');
}

const TRAITS = ['A demo trait', 'Another demo trait', 'A third demo trait'];

/** The quoted lines below each of our headings. The first section may be a sample, which does no harm in a demo. */
function sectionsOf(material: string): string[] {
  return material
    .split(/^# .*$/m)
    .slice(1)
    .map((section) => section.replace(/^> ?/gm, '').trim());
}

function sentencesOf(text: string): string[] {
  return (text.match(SENTENCES) ?? [])
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
    .filter((sentence) => sentence.length > 3);
}
