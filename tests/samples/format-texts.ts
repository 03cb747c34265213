import type { FormatId } from '~/features/copywriting/formats/formats';

const PAGE = `# Real bread, baked while you sleep

Slow sourdough from four ingredients, on your doorstep by seven.

[Order your first loaf](#) [See the menu](#)

## Why people stay with us

Nothing in our bread needs a second line to pronounce.

### 36 hours of rest

Time does what additives do elsewhere: flavour, crust, and a loaf that stays fresh for days.

### Flour from ten miles away

One mill, one farmer, one harvest. Ask us about **this year's rye**.

### Delivered by bicycle

Warm, in paper, without a detour through a depot.

## What a week looks like

| Day | Loaf |
| --- | --- |
| Monday | Country white |
| Friday | Dark rye |

## Ready for breakfast?

Cancel whenever you like.

[Start with one loaf](#)`;

const EMAIL = `Subject: Your Saturday loaf is waiting
Preheader: Order by Thursday noon and we bake it for you overnight.

Hello Sam,

this week's special is **walnut and honey**, and there are only forty of them.

- baked on Friday night
- with you before seven
- free for your first order

[Keep me a loaf](https://bakery.example/order)

Warmly,
Ines`;

const LONG_POST = `Our bread has four ingredients.

The fourth one is time.

For twelve years people told us that nobody waits 36 hours for a loaf. Today 1,400 households in this town do, every single week, and the queue on Saturday reaches the fountain.

What we learned: 👇
1. Say what you leave out.
2. Let people see the oven.
3. Answer every mail yourself.

Read the whole story at https://bakery.example/story/the-fourth-ingredient and tell @ines what you think.

#bread #smallbusiness`;

const ARTICLE = `# How to keep sourdough fresh for a week

A good loaf is never better than on its second day. Here is how to get to the *seventh*.

## Let it cool

Cut a warm loaf and it dries within hours.

## Wrap it in cloth

> Plastic keeps the crumb soft and ruins the crust.

1. Cut side down on a board
2. A linen cloth over it
3. Nothing else`;

/** An example of each format, as a model would write it. */
export const FORMAT_TEXTS: Record<FormatId, string> = {
  'linkedin-post': LONG_POST,
  'x-post':
    'Four ingredients. 36 hours. One loaf that stays fresh all week 🍞 Order by Thursday: https://bakery.example/order?from=x #bread',
  'instagram-caption': `Saturday, 6:40. The first forty loaves leave the oven, and the street smells like it did when we were children. Who else is awake?\n\n#bread #sourdough #bakery #saturday #slowfood #rye`,
  'facebook-post': LONG_POST,
  thread: `We sold 1,400 loaves last week without a single advert. How? 🧵\n---\n${'First: we say what we leave out. No improvers, no enzymes, no sugar. People read the list and laugh, because it is so short. '.repeat(3)}\n---\nLast: we answer every mail ourselves. Ask us something: bakery.example/ask`,
  article: ARTICLE,
  'case-study': ARTICLE.replace('How to keep', 'How the Linden Hotel keeps'),
  newsletter: EMAIL.replace('Your Saturday loaf is waiting', 'The March letter'),
  hero: PAGE.split('\n\n## ')[0] ?? '',
  features: `## What you get\n\n### Bread that lasts\n\nFresh for five days.\n\n### No surprises\n\nFour ingredients, always.\n\n### A person to ask\n\nInes answers.`,
  pricing: `## Taster\n\n**€6 a week**\n\n- one loaf\n- pick it up\n\n[Try it](#)\n\n## Household\n\n**€11 a week**\n\n- two loaves\n- delivered by seven\n- pause at any time\n\n[Choose Household](#)\n\n## Café\n\n**€90 a week**\n\n- twenty loaves\n- six days\n\n[Talk to us](#)`,
  faq: `## Can I pause?\n\nYes, until Thursday noon.\n\n## Is the bread vegan?\n\nAll of it but the brioche.\n\n## Where do you deliver?\n\nWithin **five miles** of the bakery.`,
  'landing-page': PAGE,
  'cold-email': EMAIL,
  'welcome-sequence': `${EMAIL}\n---\nSubject: Why it takes 36 hours, and why that is the best thing that ever happened to our bread\n\nHello again,\n\ntime is an ingredient.`,
  promotion: EMAIL,
  'follow-up': EMAIL.replace(/^Preheader:.*\n/m, ''),
};
