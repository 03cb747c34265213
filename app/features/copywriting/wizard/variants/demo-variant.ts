import { type DemoBusiness, demoBusinessIn } from '~/gateways/ai/demo-business';
import { fillTemplate } from '~/lib/text/template';
import { trimEndOf } from '~/lib/text/trim-ends';

import { formatById, type FormatId } from '../../formats/formats';
import type { BriefFields } from '../briefs/brief';
import type { VariantTask } from '../prompt/prompt.server';
import { anyBusiness } from './demo/any-business';
import { bakery } from './demo/bakery';
import { repairShop } from './demo/repair-shop';
import type { Samples } from './demo/samples';

interface Sampled {
  samples: Samples;
  brand: string;
  signature: string;
  action: string;
}

const SAMPLED: Record<DemoBusiness | 'other', Sampled> = {
  bakery: {
    samples: bakery,
    brand: 'Hearth & Crumb',
    signature: 'Ana\nHearth & Crumb',
    action: 'Reserve your loaf',
  },
  'repair-shop': {
    samples: repairShop,
    brand: 'Second Spin',
    signature: 'Luis\nSecond Spin',
    action: 'Book your free check',
  },
  other: {
    samples: anyBusiness,
    brand: '[name of the business]',
    signature: '[your name]\n[name of the business]',
    action: 'Find out more',
  },
};

const MAX_TOPIC = 90;
const MAX_ACTION = 60;
/** A post on X must hold both, in letters that may count twice. */
const MAX_IN_POST = 45;
const MAX_BRAND = 40;

/**
 * The demo's text in place of an AI's: a handwritten sample in the right form, of a bakery or a repair shop where the
 * brief or the brand speaks of one, otherwise one that is built around the brief. The screen says that it's a demo.
 */
export function demoVariant({
  formatId,
  fields,
  grounding,
  position,
  earlier,
}: Pick<VariantTask, 'formatId' | 'fields' | 'grounding' | 'position' | 'earlier'>): string {
  const sampled = sampledFor(fields, grounding);
  const samples = sampled.samples[formatId];
  const first = firstOf(samples, fields) + (position ?? 0);
  const values = valuesFor(sampled, { formatId, fields, grounding });
  const text = (at: number) =>
    withHashtags(fillTemplate(samples[at % samples.length]!, values), formatId, fields.keywords);
  // Writing again brings another one.
  return text(first) === earlier ? text(first + 1) : text(first);
}

/** What the brief says counts for more than the brand. */
function sampledFor(fields: BriefFields, grounding: string | null): Sampled {
  const brief = [fields.topic, ...fields.keywords].join('\n');
  return SAMPLED[demoBusinessIn(brief, grounding ?? '') ?? 'other'];
}

/** Where the variants begin: with the shortest or longest if the brief wants that, otherwise by its tone. */
function firstOf(samples: readonly string[], { length, tone }: BriefFields): number {
  const sizes = samples.map((sample) => sample.length);
  if (length === 'short') return sizes.indexOf(Math.min(...sizes));
  if (length === 'long') return sizes.indexOf(Math.max(...sizes));
  return /\b(?:direct|factual|professional|formal|confident|bold)\b/i.test(tone) ? 1 : 0;
}

function valuesFor(
  sampled: Sampled,
  { formatId, fields, grounding }: Pick<VariantTask, 'formatId' | 'fields' | 'grounding'>,
) {
  const inPost = formatId === 'x-post' || formatId === 'thread';
  const short = (text: string, max: number) => phrase(text, inPost ? MAX_IN_POST : max);
  const brand = phrase(brandIn(grounding), MAX_BRAND);
  const audience = short(fields.audience, MAX_TOPIC);
  return {
    topic: capitalized(short(fields.topic, MAX_TOPIC)),
    audience: /^\p{Lu}\p{Ll}/u.test(audience)
      ? audience.charAt(0).toLowerCase() + audience.slice(1)
      : audience || 'busy people',
    action: capitalized(short(fields.callToAction, MAX_ACTION)) || sampled.action,
    brand: brand || sampled.brand,
    signature: brand === '' ? sampled.signature : `Your team at ${brand}`,
  };
}

/** The profile's name, which is the first quoted line of what the AI is told about the brand. */
function brandIn(grounding: string | null): string {
  return /^> (.{1,200})/m.exec(grounding ?? '')?.[1] ?? '';
}

/** Adds up to two of the keywords to a post for a network where tags are usual. */
function withHashtags(text: string, formatId: FormatId, keywords: readonly string[]): string {
  const isPost = formatById(formatId)?.category === 'social';
  if (!isPost || formatId === 'x-post' || formatId === 'thread') return text;
  const tags = keywords
    .map((keyword) => `#${keyword.replace(/[^\p{L}\p{N}]/gu, '')}`)
    .filter((tag) => tag !== '#' && !text.toLowerCase().includes(tag.toLowerCase()))
    .slice(0, 2);
  if (tags.length === 0) return text;
  return `${text}${formatId === 'instagram-caption' ? ' ' : '\n\n'}${tags.join(' ')}`;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A person's words on one line of at most `max` characters, without Markdown and without a mark at the end. */
function phrase(text: string, max: number): string {
  const line = text.replace(/[\s[\]()#*_`<>|{}]+/gu, ' ').trim();
  const characters = [...trimEndOf(line, /[.,;:!?]/)];
  if (characters.length <= max) return characters.join('').trim();
  const cut = characters.slice(0, max - 1).join('');
  const space = cut.lastIndexOf(' ');
  return `${(space > max / 2 ? cut.slice(0, space) : cut).trimEnd()}…`;
}
