import { type DemoBusiness, demoBusinessIn } from './demo-business';

/** A request for a proposed brand profile names the headings that it wants, in this form. */
const HEADING = /^## (brandStory|customerJourney|solutionSuite|campaignFramework)\.(\w+)$/gm;

const QUOTE_WORDS = 12;
const MAX_SENTENCE = 400;

/**
 * The demo's proposal for a brand profile in the requested form: what the material says itself, and handwritten
 * suggestions for the rest. Null if the request is for something else.
 */
export function demoProfileDraft(instructions: string, material: string): string | null {
  const headings = [...instructions.matchAll(HEADING)].map(([heading, , field]) => ({
    heading,
    field: field ?? '',
  }));
  if (headings.length === 0) return null;
  const [about, ...samples] = sectionsOf(material);
  const all = sentencesOf([about, ...samples].join('\n'));
  const suggestions = SUGGESTIONS[demoBusinessIn(material) ?? 'other'];
  return headings
    .map(({ heading, field }) => {
      if (field !== 'brandVoice') {
        const suggested = suggestions[field] ?? OTHER[field] ?? ANY;
        return `${heading}\n\n${sentenceFor(field, all) ?? suggested}`;
      }
      const quotes = sentencesOf(samples.join('\n') || (about ?? '')).slice(0, TRAITS.length);
      const traits = quotes.map((quote, at) => {
        const words = quote.split(' ').slice(0, QUOTE_WORDS).join(' ');
        return `- trait: ${TRAITS[at] ?? ''} | quote: "${words.replaceAll('"', "'")}"`;
      });
      return [heading, '', suggestions.brandVoice ?? '', '', ...traits].join('\n');
    })
    .join('\n\n');
}

const TRAITS = ['Gets to the point', 'Speaks from experience', 'Plain words, no jargon'];

/** What gives away that a sentence is about a field. */
const CUES: Readonly<Record<string, RegExp>> = {
  whatYouDo: /\b(?:we|I) (?:bake|make|sell|offer|repair|fix|build|help|design|teach|run|grow)\b/i,
  whatMakesYouDifferent: /\b(?:only|every|never|always|by hand|unlike|since \d{4})\b/i,
  idealCustomer: /\b(?:families|customers|people who|for (?:parents|owners|teams|neighbors))\b/i,
  customerProblems: /\b(?:tired of|problem|struggle|too (?:late|long|expensive))\b/i,
  offering: /\b(?:subscription|class(?:es)?|menu|services?|packages?|products?)\b/i,
  benefits: /\b(?:so (?:that )?you|you (?:get|save|can))\b/i,
  proofPoints: /\d (?:customers|reviews|years|stars)\b|\b(?:award|guarantee)\b/i,
  pricing: /[$€£]\s?\d|\d\s?[$€£]/,
  callToAction: /\b(?:call|book|order|reserve|visit|come by|sign up|stop by)\b/i,
};

/** The first sentence of the material that is about a field; for what a business does, its very first one. */
function sentenceFor(field: string, sentences: readonly string[]): string | null {
  const cue = CUES[field];
  const found = cue && sentences.find((sentence) => cue.test(sentence));
  return found ?? (field === 'whatYouDo' ? (sentences[0] ?? null) : null);
}

/** For a field that has no suggestion of its own. */
const ANY = 'Ask us what fits you best: you get an honest answer, and it costs nothing.';

type Suggestions = Readonly<Record<string, string>>;

const OTHER: Suggestions = {
  whatYouDo: 'We help people nearby with something they would rather not worry about.',
  whatMakesYouDifferent:
    'You talk to the people who do the work, and you know the price before we begin.',
  brandVoice: 'Warm, clear, and down to earth. Short sentences, concrete words, no big promises.',
  idealCustomer:
    'People in the neighborhood who would rather buy from someone they know by name, and who tell others when they are happy.',
  customerProblems:
    'They have been let down before, and comparing offers takes more time than they have.',
  desiredOutcome:
    'It is done well, on the day that was promised, and they can stop thinking about it.',
  currentObstacles: 'They think it will be expensive, and they are not sure whom they can trust.',
  offering:
    'A first conversation for free, a simple offer to start with, and help for as long as it is needed.',
  benefits: 'Less to organize, no surprises on the bill, and a person to call by name.',
  proofPoints: 'Most new customers come because someone recommended us.',
  pricing: 'A fixed price that is agreed before we start.',
  callToAction: 'Call us or stop by for a first conversation. It is free.',
  distribution:
    'Instagram three times a week, a newsletter every other Thursday, and the shop window.',
  requirements: 'Use plain language and the full price. One call to action in each text.',
};

const SUGGESTIONS: Record<DemoBusiness | 'other', Suggestions> = {
  bakery: {
    brandVoice:
      'Warm, plain, and a little dry. Short sentences. We say “bread,” never “product,” and we smile more often than we shout.',
    whatMakesYouDifferent:
      'Every loaf rests for 36 hours and is made of four ingredients. We bake to order, so hardly anything is thrown away.',
    idealCustomer:
      'Families within walking distance who cook during the week and would rather buy one good loaf than three cheap ones.',
    customerProblems:
      'Supermarket bread is dry by the second day, and the good shelf is empty when they get here after work.',
    desiredOutcome:
      'Bread that stays fresh until Wednesday, and a Saturday breakfast everyone looks forward to.',
    currentObstacles: 'They think real bread is expensive, and they don’t like to plan for it.',
    offering:
      'Daily breads and pastries, a Saturday bread subscription, and a baking class once a month.',
    benefits: 'A loaf with your name on it, no line, and half as much bread in the trash.',
    proofPoints:
      'Only four loaves in a hundred stay unsold. Most subscribers have been with us for more than a year.',
    pricing: 'Loaves from $8. The subscription is $8 a week, and any week can be skipped.',
    callToAction: 'Reserve your loaf by Thursday and pick it up on Saturday.',
    distribution:
      'Instagram before eight in the morning, a newsletter on Thursdays, and the chalkboard outside.',
    requirements: 'Always name allergens. Prices in full. No discounts on bread.',
  },
  'repair-shop': {
    brandVoice:
      'Straightforward, friendly, and a bit cheeky. We explain things the way we would to a neighbor, and we never talk down.',
    whatMakesYouDifferent:
      'The check is free and takes ten minutes. If a repair isn’t worth it, we say so and charge nothing.',
    idealCustomer:
      'People who ride to work and families who would rather keep a good machine than buy a cheap one.',
    customerProblems:
      'Something broke, the store only sells new ones, and they can’t tell whether a repair is worth the money.',
    desiredOutcome: 'It works again by tonight, at a price they knew beforehand.',
    currentObstacles:
      'They expect a long wait and a bill that grows, and they feel silly asking about a $30 toaster.',
    offering:
      'A free check, same-day repairs of bikes and appliances, a yearly tune-up, and service plans for fleets.',
    benefits: 'An honest answer, a fixed price, and a one-year guarantee.',
    proofPoints: 'Six in ten repairs are ready the same day. 4.9 stars from 612 reviews.',
    pricing: 'Small repairs from $18, a full tune-up for $85, appliances $65 plus parts.',
    callToAction: 'Walk in or book your free check.',
    distribution:
      'Google profile and Facebook twice a week, a sticker on every repaired bike, a spring email.',
    requirements: 'Always say what a repair costs before it starts. No jokes about safety.',
  },
  other: OTHER,
};

/** The quoted lines below each of our headings. The first section may be a sample, which does no harm in a demo. */
function sectionsOf(material: string): string[] {
  return material
    .split(/^# .*$/m)
    .slice(1)
    .map((section) => section.replace(/^> ?/gm, '').trim());
}

function sentencesOf(text: string): string[] {
  const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
  return [...segmenter.segment(text)]
    .map(({ segment }) => segment.replace(/\s+/g, ' ').trim())
    .filter((sentence) => sentence.length > 3 && sentence.length <= MAX_SENTENCE);
}
