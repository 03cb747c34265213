import type { ChatMessage } from '~/gateways/ai/index.server';
import { fillTemplate, quotedLine, quotedLines } from '~/lib/text/template';
import { estimateTokens } from '~/lib/tokens/estimate';

import { formatById, type FormatId } from '../../formats/formats';
import type { BriefFields } from '../briefs/brief';
import { lengthText } from '../variants/lengths';
import article from './templates/article.md?raw';
import brief from './templates/brief.md?raw';
import campaign from './templates/campaign.md?raw';
import caseStudy from './templates/case-study.md?raw';
import coldEmail from './templates/cold-email.md?raw';
import common from './templates/common.md?raw';
import earlier from './templates/earlier.md?raw';
import facebookPost from './templates/facebook-post.md?raw';
import faq from './templates/faq.md?raw';
import features from './templates/features.md?raw';
import followUp from './templates/follow-up.md?raw';
import hero from './templates/hero.md?raw';
import instagramCaption from './templates/instagram-caption.md?raw';
import landingPage from './templates/landing-page.md?raw';
import linkedinPost from './templates/linkedin-post.md?raw';
import newsletter from './templates/newsletter.md?raw';
import pricing from './templates/pricing.md?raw';
import promotion from './templates/promotion.md?raw';
import thread from './templates/thread.md?raw';
import welcomeSequence from './templates/welcome-sequence.md?raw';
import xPost from './templates/x-post.md?raw';

const TASKS: Record<FormatId, string> = {
  'linkedin-post': linkedinPost,
  'x-post': xPost,
  'instagram-caption': instagramCaption,
  'facebook-post': facebookPost,
  thread,
  article,
  'case-study': caseStudy,
  newsletter,
  hero,
  features,
  pricing,
  faq,
  'landing-page': landingPage,
  'cold-email': coldEmail,
  'welcome-sequence': welcomeSequence,
  promotion,
  'follow-up': followUp,
};

export const TEMPERATURE = 0.8;

/** The tokens that providers count for a message besides its text. */
const MESSAGE_TOKENS = 4;
/** This much of an earlier attempt shows how it began. */
const OPENING = 300;

/** Everything that a variant is written from. */
export interface VariantTask {
  formatId: FormatId;
  fields: BriefFields;
  /** What the model is told about the brand; null for nothing. */
  grounding: string | null;
  /** What it reads of the person's documents; may be empty. Each of their lines is quoted. */
  sources?: string;
  /** The variant's position when there are several to choose from; null when it is the only one. */
  position: number | null;
  /** All formats of the campaign that it belongs to; empty when there is none. */
  campaign: readonly FormatId[];
  /** The text that the user wants replaced; null when there is none. */
  earlier: string | null;
}

export interface ModelInput {
  messages: ChatMessage[];
  /** The estimated number of tokens. */
  tokens: number;
}

/** The prompt for a variant. */
export function buildPrompt(task: VariantTask): ModelInput {
  const { formatId, fields, grounding, sources, position } = task;
  const length = lengthText(formatId, fields.length);
  const others = task.campaign.filter((id) => id !== formatId);
  const system = fillTemplate(common, {
    task: fillTemplate(TASKS[formatId], { length }),
    angle: position === null ? '' : angleText(position),
    campaign:
      others.length === 0
        ? ''
        : fillTemplate(campaign, {
            others: others.map((id) => `- ${nameOf(id)}`).join('\n'),
          }),
    brand: [grounding?.trim(), sources].filter(Boolean).join('\n\n'),
  });
  const user = fillTemplate(brief, {
    fields: fieldsText(fields),
    earlier: task.earlier?.trim()
      ? fillTemplate(earlier, { opening: quotedLines(openingOf(task.earlier)) })
      : '',
    format: nameOf(formatId),
    length,
  });
  return counted([
    { role: 'system', content: system },
    { role: 'user', content: user },
  ]);
}

const CONTINUE =
  'Your text broke off. Go on exactly where it stopped, without repeating anything and without any remark on it.';
/** The end of a long text is enough to continue from. */
const MAX_END = 20_000;

/** The prompt for continuing a variant that was cut off after `prior`. */
export function buildContinuation(task: VariantTask, prior: string): ModelInput {
  const { messages } = buildPrompt(task);
  // Without any text to continue from, the same prompt is sent again.
  if (prior.trim() === '') return counted(messages);
  const end = prior.slice(-MAX_END).replace(/^[\uDC00-\uDFFF]/, '');
  return counted([
    ...messages,
    { role: 'assistant', content: end },
    { role: 'user', content: CONTINUE },
  ]);
}

function counted(messages: ChatMessage[]): ModelInput {
  const tokens = messages.reduce(
    (sum, { content }) => sum + estimateTokens(content) + MESSAGE_TOKENS,
    0,
  );
  return { messages, tokens };
}

function nameOf(formatId: FormatId): string {
  return formatById(formatId)?.name ?? formatId;
}

const HEADINGS = [
  ['topic', 'Topic'],
  ['audience', 'Audience'],
  ['goal', 'Goal'],
  ['tone', 'Tone'],
  ['language', 'Language'],
  ['callToAction', 'Call to action'],
] as const;

/** The brief's fields under headings, without empty ones. */
function fieldsText(fields: BriefFields): string {
  const parts = HEADINGS.filter(([field]) => fields[field] !== '').map(
    ([field, heading]) => `## ${heading}\n\n${quotedLines(fields[field])}`,
  );
  if (fields.keywords.length > 0) {
    parts.push(`## Keywords\n\n${fields.keywords.map(quotedLine).join('\n')}`);
  }
  return parts.join('\n\n');
}

function openingOf(text: string): string {
  return text
    .trim()
    .slice(0, OPENING)
    .replace(/[\uD800-\uDBFF]$/, '');
}

/** How the variants of one brief differ, by position: no two begin alike. */
const ANGLES = [
  {
    name: 'The problem first',
    words:
      'Begin with the problem that the reader knows from their own day, told so that they recognize it, and lead from ' +
      'there to what helps.',
  },
  {
    name: 'A small story',
    words:
      'Begin in the middle of a small scene of everyday life that the reader could have lived through, and let the ' +
      'message follow from it. Nobody in it has a name, and it claims nothing about real customers.',
  },
  {
    name: 'Something unexpected',
    words:
      'Begin with something about the topic that the reader does not expect, or believes to be otherwise. Take it from ' +
      'the brief, the brand or common knowledge; make up no figure and no study.',
  },
  {
    name: 'A question',
    words:
      'Begin with one question that the reader asks themselves, in their words, and answer it. Not one to which ' +
      'everybody says yes.',
  },
  {
    name: 'The offer first',
    words:
      'Begin with what the reader gets, said plainly in the first sentence, and give the reasons for it afterwards.',
  },
] as const;

/** The instruction on how the variant at this position begins. */
function angleText(position: number): string {
  const { name, words } = ANGLES[position % ANGLES.length]!;
  return [
    '# The way in',
    'The person gets several texts from this brief to choose from, each with a way in of its own. Yours is: ' +
      `${name.toLowerCase()}. ${words} Where the form fixes what stands first, let this decide what it says.`,
  ].join('\n\n');
}
