import { type DemoBusiness, demoBusinessIn } from './demo-business';

/** Every answer ends with it, because an answer may be copied or shared without the screen that says so. */
export const DEMO_LABEL = '*Demo: a sample written by hand, because no AI is connected yet.*';

/** What is read of a question. */
const MAX_READ = 2_000;

/** The first words of a text, as a title. */
export function demoTitle(text: string): string {
  const plain = text.replace(/^ {0,3}>+/gm, ' ').replace(/[#*_`|[\]]/g, ' ');
  const words = plain.split(/\s+/).filter((word) => word !== '');
  return shorten(words.slice(0, 6).join(' '), 40) || 'A new conversation';
}

/** A handwritten answer that fits the question, and the business that it or the instructions speak of. */
export function demoAnswer(question: string, { instructions = '', turn = 1 } = {}): string {
  const read = question.slice(0, MAX_READ);
  const business = demoBusinessIn(read, instructions);
  const facts = business === null ? factsFrom(read) : FACTS[business];
  const found = ANSWERS.find(
    ({ asks, follows = false }) => asks.test(read) && (turn > 1 || !follows),
  );
  return `${(found?.answer ?? anyAnswer)(facts)}\n\n${DEMO_LABEL}\n`;
}

/** What the answers say about a business. */
interface Facts {
  name: string;
  person: string;
  offer: string;
  product: string;
  customers: string;
  detail: string;
  action: string;
  price: string;
  /** A result that its customers speak of. */
  proof: string;
  tag: string;
}

const FACTS: Record<DemoBusiness, Facts> = {
  bakery: {
    name: 'Hearth & Crumb',
    person: 'Ana',
    offer: 'the Saturday bread subscription',
    product: 'sourdough that rests for 36 hours',
    customers: 'families within walking distance',
    detail: 'the oven going on at half past two in the morning',
    action: 'Reserve your loaf',
    price: '$8 a week',
    proof: 'bread that is still soft on Wednesday',
    tag: '#neighborhoodbakery',
  },
  'repair-shop': {
    name: 'Second Spin',
    person: 'Luis',
    offer: 'the free ten-minute check',
    product: 'repairs that are ready by six',
    customers: 'people who ride to work',
    detail: 'the notebook with 9,212 repairs in it',
    action: 'Book your free check',
    price: '$85, everything included',
    proof: 'a bike that was given up for scrap and rode to the coast',
    tag: '#repairdontreplace',
  },
};

function factsFrom(question: string): Facts {
  const about = /\b(?:about|for) ([^.?!\n:;]{3,60})/i.exec(question)?.[1] ?? '';
  const topic = about.replace(/[[\]()#*_`<>|{}]+/g, ' ').trim();
  return {
    name: '[your business]',
    person: '[your name]',
    offer: topic || 'your offer',
    product: topic || 'what you do best',
    customers: 'the customers you like most',
    detail: 'the first half hour before you open',
    action: 'Get in touch',
    price: '[your price]',
    proof: '[something a customer told you]',
    tag: '#shoplocal',
  };
}

interface DemoAnswer {
  asks: RegExp;
  /** Only later in a conversation. */
  follows?: boolean;
  answer: (facts: Facts) => string;
}

const ANSWERS: readonly DemoAnswer[] = [
  {
    asks: /^\s*(?:hi|hello|hey|good (?:morning|afternoon|evening))\b.{0,20}$|\bwhat can you (?:do|help)|\bwho are you\b/i,
    answer: ({ name }) => `Hello! Good to meet you.

I help small businesses such as ${name} with words. People usually start with one of these:

- **“Plan a week of posts.”** You get seven ideas that don't sound alike.
- **“Write a newsletter about our spring hours.”** Subject lines included.
- **“Answer this one-star review.”** Calm, short, and in your name.
- **“Which of these taglines is best, and why?”** I'll be honest.

Tell me what you're working on, who it's for, and what they should do next. Those three things are worth more than ten adjectives.`,
  },
  {
    asks: /\b(?:demo|AI providers?|api keys?|real (?:ai|answers?)|connect (?:an? )?ai)\b/i,
    answer:
      () => `You're looking at the demo. Everything around the answers is real: your chats are saved, you can search, share, and export them, and your brand profile is yours to keep. Only the answers themselves are samples.

To get answers to your own questions, an admin connects an AI provider in **Admin → Connections**. It takes a few minutes, and nothing you've saved is lost.`,
  },
  {
    asks: /\b(?:shorter|trim it|cut it|too long)\b/i,
    follows: true,
    answer: ({ offer, action }) => `Here it is at half the length:

> ${sentence(offer)}. Made with care, ready when you are. ${action}.

I kept the offer and the next step, and dropped the explanation. If people want to know more, they'll ask, and that's a conversation you can win.`,
  },
  {
    asks: /\b(?:more personal|warmer|friendlier|funnier|more playful|another (?:one|version)|try again)\b/i,
    follows: true,
    answer: ({
      person,
      detail,
      action,
    }) => `Let's put a person in it. Details make a text sound like someone, and nobody else can copy them:

> If you ever wonder what we do all day: it starts with ${detail}. By the time you read this, that's long done, and ${person} is hoping you'll stop by. ${action}.

Swap in a detail of your own. The smaller it is, the better it works.`,
  },
  {
    asks: /\b(?:thanks|thank you|great|perfect|love it)\b/i,
    follows: true,
    answer: () => `My pleasure. Before you publish it, three quick checks:

1. **Read it aloud.** Where you stumble, readers will, too.
2. **Cross out the first sentence.** Often the second one is the better opening.
3. **Look for the next step.** Is it obvious what people should do now?

Then post it today. Good and out there beats perfect and in a drawer.`,
  },
  {
    asks: /\b(?:week of|for (?:one|a|the) week|seven posts|content (?:plan|calendar)|posting (?:plan|schedule))\b/i,
    answer: ({
      name,
      offer,
      product,
      detail,
      customers,
      proof,
      action,
      tag,
    }) => `Here's a week for **${name}**. Each day has its own job, so that nobody sees the same post twice.

| Day | Idea | First line |
|---|---|---|
| Mon | Behind the scenes | “This is what ${detail} looks like.” |
| Tue | A tip | “One thing most people get wrong about this:” |
| Wed | A customer | “She told us about ${proof}.” |
| Thu | A question | “Early bird or last minute? Be honest.” |
| Fri | The offer | “${sentence(offer)}: three places left.” |
| Sat | The team | “The person behind the counter, in five facts.” |
| Sun | A thank-you | “To everyone who came in the rain: we saw you.” |

Here's Monday in full:

> Most people never see it: ${detail}. It isn't glamorous, but it's why we can promise ${product}.
>
> What part of your day does nobody see? ${action}. ${tag}

**Two things that help more than any wording:** answer every comment on the same day, and show a face at least twice a week. Posts for ${customers} work best before eight and after six.`,
  },
  {
    asks: /\bnewsletter\b/i,
    answer: ({ name, person, offer, product, detail, action, price }) => `**Three subject lines**

1. Something we've been working on
2. ${sentence(offer)} is ready
3. You asked. Here's the answer.

I'd send the first: it's short enough for phones, and it makes people curious without tricking them.

**Preview text:** A two-minute read, and a good reason to stop by

---

Hello,

a confession first: we nearly didn't do this. Then the fifth customer in a week asked, and we stopped arguing.

So here's ${offer}. It's built on what you already come for, ${product}, and it costs ${price}.

If you've never seen it, the best part of our day is ${detail}. Come and look; we like company.

**[${action}](#)**

Warmly,
${person}
${name}

---

It has 80 words, one idea, and one button. If you'd like a second topic, save it for the next issue.`,
  },
  {
    asks: /\breviews?\b|\bone[- ]star\b|\bcomplain(?:t|ed|s)?\b/i,
    answer: ({ name, person }) => `Short, specific, and in your own name:

> Thank you for telling us, and I'm sorry. Waiting that long isn't what you came for, and it isn't how we want to work. On Saturday we were one person short and should have said so at the door.
>
> I'd like to make it right. Ask for me next time you're in, and it's on us.
>
> ${person}, ${name}

**Why it works**

- It **names** what went wrong instead of regretting “any inconvenience.”
- It gives **one** reason, not three excuses.
- It offers something **concrete** that costs little.

And remember whom you're really writing to: the next hundred people who read the review.`,
  },
  {
    asks: /\b(?:landing page|home ?page|web ?site|web page)\b/i,
    answer: ({
      offer,
      product,
      customers,
      proof,
      action,
      price,
    }) => `# ${sentence(offer)}, made simple

**For ${customers} who'd like it done well, without the fuss.**

\`[ ${action} ]\`

### You know the feeling
It should be easy. Instead it's one more thing on the list, and the usual answer is either expensive or a disappointment.

### What you get
- **${sentence(product)}.** You'll notice the difference on the first day.
- **A price you know before you begin.** ${sentence(price)}.
- **A person who remembers you.** No tickets, no menus.

### “Is it worth it?”
Ask around. People tell us about ${proof}.

### One small step
Try it once. If it isn't for you, tell us, and we part as friends.

\`[ ${action} ]\`

---

A second headline to test against the first: **“The good version of something you do anyway.”**`,
  },
  {
    asks: /\b(?:describe|description|product text)\b/i,
    answer: ({ offer, product, price, detail }) => `## ${sentence(offer)}

Some things get better when nobody rushes them. This is one of them: ${product}, for people who notice.

- **Made with care,** so you don't have to think about it twice
- **Ready when you are,** without waiting lists
- **Easy to try,** and easy to give to someone
- **Honest about what's in it,** because we'd want to know, too
- **Backed by people** you can call by their first name

**Good to know:** ${price}. If you'd like to see how it's done, ask about ${detail}.

Before this goes online, add one fact that only you can: a number, a name, or a place. It's what people will remember.`,
  },
  {
    asks: /\b(?:follow(?:ing)?[- ]?up|quotes?|hasn['’]t (?:answered|replied)|no (?:answer|reply))\b/i,
    answer: ({ person }) => `**Subject:** Still a good idea?

Hi [name],

ten days ago I sent you a quote. I know how those weeks get, so here are three easy ways to answer:

- **“Yes”**, and I'll hold a date for you.
- **“A question”**, and I'll call you when it suits you.
- **“Not now”**, and I won't write again. No hard feelings.

One word is plenty.

${person}

---

Send it on a Tuesday or Wednesday morning. If nothing comes back, wait two weeks and send one last line: *“Should I close this?”* It gets more replies than anything else you can write.`,
  },
  {
    asks: /\b(?:notes|meeting|to-?dos?|checklist|action items)\b/i,
    answer: ({
      offer,
    }) => `**In short:** You agreed on what should happen, mostly on when, and not yet on who. The next two weeks are about ${offer}. Everything else can wait without harm.

| Task | Who | By |
|---|---|---|
| Write down the decision in two sentences | you | today |
| Ask three customers what they'd miss | [name] | Thursday |
| Get a second price in writing | [name] | Friday |
| Tell the team, in person | you | Monday |

**Still open**

- Who decides if the price goes above the budget?
- What do you stop doing to make room for it?

The last question is the one to bring up first. Plans rarely fail because of what's on the list.`,
  },
  {
    asks: /\b(?:campaigns?|promotions?|launch|ideas?|brainstorm)\b/i,
    answer: ({
      offer,
      customers,
      detail,
      price,
    }) => `Five ideas, from nearly free to a little brave:

1. **Bring someone new.** Until the end of the month, two come for the price of one. *Measure:* first-time visitors.
2. **The open door.** One evening, you show people ${detail}. Twelve places, free, with a drink. *Measure:* sign-ups on the night.
3. **The honest price tag.** A sign that shows where every dollar of ${price} goes. *Measure:* how many people take a photo of it.
4. **The neighbor swap.** Three shops nearby put your card in their bags, and you put in theirs. *Measure:* cards that come back.
5. **Name it.** Customers vote on a name for something new around ${offer}. *Measure:* votes, then orders.

**Where I'd begin:** number four. It costs a box of cards, reaches ${customers} where they already are, and gives you three allies for everything else.`,
  },
  {
    asks: /\b(?:taglines?|slogans?|mottos?|claims?|name ideas)\b/i,
    answer: ({ product, customers }) => `Three that go in different directions:

1. **“Worth the walk.”** Plain and local. Looks good on a sign.
2. **“In no hurry, on purpose.”** Turns ${product} into a promise.
3. **“Ask for us by name.”** Confident, and it invites a question.

I'd choose the second. The first is charming but could belong to anyone; the third works best once people know you.

To be sure, say each one aloud to five of ${customers} and ask what they think you sell. The line with the fewest wrong answers wins.`,
  },
  {
    asks: /\b(?:pric(?:e|es|ing)|raise|more expensive)\b/i,
    answer: ({
      name,
      person,
      price,
    }) => `Be early, be exact, and give one honest reason. For example:

> **Subject:** A small change, and why
>
> Hello,
>
> from the first of next month, our price goes up a little: ${price}. What we buy has become more expensive twice this year, and we'd rather ask you for a bit more than give you a bit less.
>
> What stays the same: everything you come for. And if you've booked already, you pay the old price.
>
> Thank you for making it possible to do this properly.
>
> ${person}, ${name}

| Avoid | Better |
|---|---|
| “Unfortunately, we are forced to…” | “From the first, it costs…” |
| Three excuses | One reason |
| Hoping nobody notices | Telling regulars first |`,
  },
  {
    asks: /\b(?:posts?|captions?|instagram|facebook|linkedin|tweet)\b/i,
    answer: ({
      product,
      detail,
      offer,
      action,
      tag,
    }) => `Three versions, so that you can choose by mood:

**The story**

> Nobody sees this part: ${detail}. We could skip it. We tried once, and you noticed. So here we are again, doing it properly. ${action}. ${tag}

**The fact**

> What's behind ${product}? Time, good materials, and people who'd be embarrassed to do it badly. That's all. ${action}.

**The wink**

> We asked our customers to describe ${offer} in one word. The most common answer was “finally.” ${action}.

The first works best with a photo of hands at work. Post it before eight in the morning, and answer the first five comments yourself.`,
  },
  {
    asks: /\bemails?\b/i,
    answer: ({ person, name, offer, action, price }) => `**Subject:** A quick idea for you

Hi [name],

you came to mind this week, because you once asked whether we'd ever offer something like this. Now we do: ${offer}.

It's simple, it costs ${price}, and you can try it once before you decide anything.

Would you like me to set one aside for you?

**[${action}](#)**

Best wishes,
${person}
${name}

---

It asks a single question that can be answered with “yes.” If you send it to more than one person, change the first sentence each time. It's the one they'll judge you by.`,
  },
  {
    asks: /\b(?:customers?|audience|brand|different|persona|target)\b/i,
    answer: ({
      customers,
      product,
      proof,
    }) => `Let's make it concrete. Finish this sentence: *“We're the only ones around here who…”*

From what I can see, yours might be:

> …take the time for ${product}, and say honestly when something isn't worth the money.

**Who values that most?** ${sentence(customers)}. They don't compare every price. They want to be sure, and they tell others when they are.

**How to check that it's true and that it matters:** ask five of them what they'd miss if you closed, and what they last told a friend about you. When people speak about ${proof}, write it down word for word. That's your brand story, and you didn't have to invent it.`,
  },
  {
    asks: /\b(?:open(?:ing)?|closed?|hours|holidays?|announcement)\b/i,
    answer: ({ name, person }) => `**For the door**

> From Monday we open at **seven**. Same team, same welcome, one hour more of it.

**For social media**

> Early risers, we heard you. From Monday, ${name} opens at seven, and the first ten through the door get a coffee from ${person}. Who's coming? ☀️

**For the answering machine**

> “You've reached ${name}. From Monday, we're here from seven in the morning. Leave us a message, and we'll call you back before noon.”

Put the sign up a week early, at eye level, next to the handle. It's the only place everyone looks.`,
  },
];

function anyAnswer({ offer, customers, action }: Facts): string {
  return `Good question to start from. Here's how I'd go about it:

1. **Begin with one person.** Think of one of ${customers}. What were they doing five minutes before they thought of you?
2. **Say one thing.** If they remember a single sentence about ${offer}, which one should it be? Write it down before anything else.
3. **Make the next step small.** “${action}” works better than “learn more,” because people know what happens when they click.

A first draft in that spirit:

> You've got enough to think about. Let us take care of this one, properly, and tell you beforehand what it costs. ${action}.

Tell me a little more (who it's for, where they'll read it, and what they should do next), and we can turn this into a post, an email, or a page.`;
}

/** With a capital letter, for the beginning of a sentence. */
function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** At most `limit` characters, never ending in half a surrogate pair. */
function shorten(text: string, limit: number): string {
  const characters = [...text];
  return characters.length <= limit
    ? text
    : `${characters
        .slice(0, limit - 1)
        .join('')
        .trimEnd()}…`;
}
