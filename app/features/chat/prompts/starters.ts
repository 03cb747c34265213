import type { Starter } from './prompt';

/** Prompts that come with the product. Hidden ones are stored by id: never use an id for another prompt. */
export const STARTERS: readonly Starter[] = [
  {
    id: 'social-week',
    name: 'A week of social posts',
    text:
      'Write a week of social media posts about {{topic}}, one for each day, for {{platform|Instagram}}. Give each a ' +
      'first line that stops the scroll, one clear point, and one call to action. Mix it up: a tip, a question, a look ' +
      'behind the scenes, a customer story, an offer.',
  },
  {
    id: 'newsletter',
    name: 'Email newsletter',
    text:
      'Write a newsletter about {{news}}. Give me three subject lines to choose from and a preview text. Keep the email ' +
      'under {{length|200}} words, friendly and specific, with one call to action: {{action|Book an appointment}}.',
  },
  {
    id: 'reply-review',
    name: 'Reply to a review',
    text:
      'A customer left this review:\n\n{{review}}\n\nWrite a reply that thanks them, responds to what they say, and ' +
      'offers a next step. Be polite and personal, own up to what went wrong, and don’t promise anything I haven’t ' +
      'said. Up to 80 words.',
  },
  {
    id: 'offer-page',
    name: 'Landing page for an offer',
    text:
      'Write a landing page for {{offer}}, aimed at {{customers}}. Start with the problem they know, then the solution, ' +
      'three benefits, an answer to their biggest doubt, and a clear call to action. Give me two headlines.',
  },
  {
    id: 'product-text',
    name: 'Product description',
    text:
      'Write a description of {{product}} for our shop: a title, two sentences on what it’s for, five short points that ' +
      'each name a benefit, and the facts people ask about. Facts I know: {{facts|none yet, ask me}}.',
  },
  {
    id: 'quote-follow-up',
    name: 'Follow up on a quote',
    text:
      'Write a short, friendly email to {{name|a customer}}. I sent them a quote for {{work}} about {{days|ten}} days ' +
      'ago and haven’t heard back. Make it easy to say yes, ask a question, or say no. No pressure.',
  },
  {
    id: 'meeting-plan',
    name: 'From notes to a plan',
    text:
      'Turn these notes into a plan:\n\n{{notes}}\n\nStart with a summary in three sentences, then a table of who does ' +
      'what by when. End with a list of open questions.',
  },
  {
    id: 'campaign-ideas',
    name: 'Ideas for a campaign',
    text:
      'Give me five campaign ideas for {{occasion}}, on {{budget|a small budget}}. For each: the idea in one sentence, ' +
      'why it suits our customers, what we need to do, and how we’ll know it works. Tell me which one you’d start with.',
  },
];

/** The number of starters that a new conversation suggests. */
const SUGGESTED = 4;

/** The starters that the page of a new conversation suggests. */
export function suggestedOf(starters: readonly Starter[]): Starter[] {
  return starters.slice(0, SUGGESTED);
}
