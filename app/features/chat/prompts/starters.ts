import type { Starter } from './prompt';

/** Prompts that come with the product. Hidden ones are stored by id: never use an id for another prompt. */
export const STARTERS: readonly Starter[] = [
  {
    id: 'social-week',
    name: 'A week of social posts',
    text:
      'Write social media posts for one week, one for each day, about {{topic}}. They are for {{platform|Instagram}}. ' +
      'Give each a first line that makes people stop, a clear point and one call to action. Vary the form: a tip, a ' +
      'question, a look behind the scenes, a customer’s story, an offer.',
  },
  {
    id: 'newsletter',
    name: 'Email newsletter',
    text:
      'Write a newsletter about {{news}}. Offer three subject lines to choose from and a preview text. Keep the mail ' +
      'under {{length|200}} words, friendly and concrete, with one call to action: {{action|Book an appointment}}.',
  },
  {
    id: 'reply-review',
    name: 'Reply to a review',
    text:
      'A customer left this review:\n\n{{review}}\n\nWrite a reply that thanks them, takes up what they say, and offers ' +
      'a next step. Stay polite and personal, admit what went wrong, promise nothing that I have not said. At most 80 words.',
  },
  {
    id: 'offer-page',
    name: 'Landing page for an offer',
    text:
      'Write the text of a landing page for {{offer}}, for {{customers}}. Begin with the problem they know, then the ' +
      'solution, three benefits, an answer to the most likely doubt, and a clear call to action. Give me two headlines.',
  },
  {
    id: 'product-text',
    name: 'Product description',
    text:
      'Describe {{product}} for our shop: a title, two sentences that say what it is for, five short points with what ' +
      'the customer gains from each, and the facts that people ask for. Facts I know: {{facts|none yet, ask me}}.',
  },
  {
    id: 'quote-follow-up',
    name: 'Follow up on a quote',
    text:
      'Write a short, friendly email to {{name|a customer}}, to whom I sent a quote for {{work}} about {{days|ten}} days ' +
      'ago and who has not answered. Make it easy to say yes, to ask, or to say no. No pressure.',
  },
  {
    id: 'meeting-plan',
    name: 'From notes to a plan',
    text:
      'Make a plan of these notes:\n\n{{notes}}\n\nFirst a summary in three sentences, then a table of tasks with who ' +
      'does what by when. List at the end what is still open.',
  },
  {
    id: 'campaign-ideas',
    name: 'Ideas for a campaign',
    text:
      'Give me five ideas for a campaign for {{occasion}}, with a budget of {{budget|little money}}. For each: the idea ' +
      'in a sentence, why it suits our customers, what is to be done, and how we see whether it works. Say which one you ' +
      'would begin with.',
  },
];

/** The number of starters that a new conversation suggests. */
const SUGGESTED = 4;

/** The starters that the page of a new conversation suggests. */
export function suggestedOf(starters: readonly Starter[]): Starter[] {
  return starters.slice(0, SUGGESTED);
}
