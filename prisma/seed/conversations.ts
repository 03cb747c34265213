// The seed's conversations for the trial user: six small businesses, ten everyday tasks each.

export interface SeedMessage {
  role: 'user' | 'assistant';
  content: string;
}

export interface SeedConversation {
  title: string;
  /** How many hours ago the last message was written. */
  hoursAgo: number;
  /** For imports: when it started in the other service. */
  originalCreationDate?: Date;
  messages: SeedMessage[];
}

interface Business {
  name: string;
  what: string;
  speciality: string;
  town: string;
  audience: string;
  price: string;
}

const BUSINESSES: Business[] = [
  {
    name: 'Café Zoë',
    what: 'a neighborhood café',
    speciality: 'slow-roasted filter coffee',
    town: 'Ghent',
    audience: 'people who work from home',
    price: '€4.20',
  },
  {
    name: 'Bäckerei Müller',
    what: 'a family bakery',
    speciality: 'sourdough rye with a two-day ferment',
    town: 'Lübeck',
    audience: 'early commuters',
    price: '€5.80',
  },
  {
    name: '花屋さくら',
    what: 'a flower shop',
    speciality: 'seasonal bouquets without plastic',
    town: '京都',
    audience: 'couples planning a small wedding',
    price: '¥4,500',
  },
  {
    name: 'Pedal & Spoke',
    what: 'a bicycle workshop',
    speciality: 'same-day repairs of cargo bikes',
    town: 'Portland',
    audience: 'parents who cycle to school',
    price: '$65',
  },
  {
    name: 'مكتبة الحكمة',
    what: 'an independent bookshop',
    speciality: 'poetry in two languages',
    town: 'عمّان',
    audience: 'students and teachers',
    price: '12 JD',
  },
  {
    name: 'Greenleaf Garden Care',
    what: 'a two-person gardening service',
    speciality: 'gardens that need little water',
    town: 'Adelaide',
    audience: 'homeowners without much time',
    price: 'A$140',
  },
];

interface Task {
  title: (business: Business) => string;
  question: (business: Business) => string;
  answer: (business: Business) => string;
}

const TASKS: Task[] = [
  {
    title: ({ name }) => `Opening hours announcement for ${name}`,
    question: ({ name, what }) =>
      `We run ${what} called ${name} and open an hour earlier from Monday. Can you write a short announcement?`,
    answer: ({ name, town }) =>
      `Here is one for the door and one for social media.\n\n**For the door**\n\n> From Monday we open at **7 o'clock**. Same team, same welcome, one hour more of it.\n\n**For social media**\n\n> ${town}, we heard you: ${name} opens at 7 from Monday. The first ten through the door get a coffee from us. ☀️\n\nWould you like a version for the answering machine, too?`,
  },
  {
    title: ({ name }) => `Three taglines for ${name}`,
    question: ({ speciality, audience }) =>
      `Give me three taglines. We are known for ${speciality} and want to reach ${audience}.`,
    answer: ({ town, speciality }) =>
      `1. **Worth the walk.** Plain and local; works on a sign.\n2. **Made slowly, on purpose.** Puts ${speciality} first.\n3. **${town}'s second living room.** Warm, invites people to stay.\n\nThe second says most about what only you do. I would test it against the first on your next flyer.`,
  },
  {
    title: ({ name }) => `Email to regulars of ${name} about new prices`,
    question: ({ price }) =>
      `Prices go up a little: our best seller will cost ${price}. How do I tell regulars without losing them?`,
    answer: ({ name, price, speciality }) =>
      `Be early, be exact and say why. A draft:\n\n---\n\n**Subject:** A small change at ${name}, and why\n\nDear friends,\n\nFrom the 1st of next month our best seller costs **${price}**. Suppliers have raised theirs twice this year, and we would rather ask for a little more than cut corners on ${speciality}.\n\nWhat stays: your loyalty card, and the second one half price on Tuesdays.\n\nThank you for keeping us going.\n\n---\n\n| What to avoid | Better |\n|---|---|\n| "Unfortunately we are forced to…" | "From the 1st … costs …" |\n| Long excuses | One honest reason |\n| Hiding it | Telling people first |`,
  },
  {
    title: ({ audience }) => `Customer journey: ${audience}`,
    question: ({ audience }) =>
      `Describe the path of ${audience} from first hearing of us to coming back.`,
    answer: ({ audience, town }) =>
      `### The path of ${audience}\n\n1. **Notice:** they see you on the way, or a friend shares a photo.\n2. **Check:** opening hours, prices and reviews, on the phone, in under a minute.\n3. **Try:** something small, without commitment.\n4. **Return:** because someone remembered them.\n5. **Tell:** they bring a colleague.\n\n**Where people are lost today:** step 2. Your page does not say what things cost. Put three prices on it and a map of ${town} with the tram stop.`,
  },
  {
    title: ({ name }) => `A week of posts for ${name}`,
    question: ({ name }) => `Plan one week of posts for ${name}, one a day, nothing fancy.`,
    answer: ({ speciality, audience }) =>
      `| Day | Post | Image |\n|---|---|---|\n| Mon | How we start the day | hands at work |\n| Tue | A regular's favorite | portrait, with consent |\n| Wed | ${speciality}: what takes so long? | close-up |\n| Thu | A question to ${audience} | plain text |\n| Fri | The weekend's offer | the product |\n| Sat | Behind the scenes | short video |\n| Sun | Thank you, and see you Tuesday | empty room, morning light |\n\nKeep each under 40 words. Answer every comment on the same day: that does more than the post.`,
  },
  {
    title: ({ name }) => `Answering a bad review of ${name}`,
    question: () =>
      `A customer gave us one star because they waited twenty minutes. What do I answer?`,
    answer: ({ name }) =>
      `Short, kind and specific:\n\n> Twenty minutes is too long, and I am sorry. On Saturday two of us were ill and we should have said so at the door. If you give us another chance, ask for me, and the first round is mine.\n>\n> *${name}*\n\nThree things it does:\n\n- it **names** what went wrong,\n- it gives **one** reason and no excuse,\n- it offers something that costs little and means something.`,
  },
  {
    title: ({ name }) => `Job ad: weekend help (${name})`,
    question: ({ what }) =>
      `We need someone on Saturdays. Write a job ad for ${what}, friendly but clear.`,
    answer: ({ name, town, speciality }) =>
      `## Saturdays at ${name}\n\nWe are looking for one person who likes people and mornings.\n\n**You**\n\n- are free from 8 to 4, every Saturday\n- can carry 15 kg and a conversation\n- want to learn about ${speciality}\n\n**We**\n\n- pay above the usual in ${town}, and on time\n- teach you everything\n- close on public holidays\n\nSend three sentences about yourself. No CV needed.`,
  },
  {
    title: ({ name }) => `Landing page text for ${name}`,
    question: ({ price, speciality }) =>
      `Write the text of a simple page: headline, three reasons, one button. The offer is ${speciality} from ${price}.`,
    answer: ({ name, speciality, price, audience }) =>
      `# ${name}\n\n**${speciality[0]?.toUpperCase() ?? ''}${speciality.slice(1)}, from ${price}.**\n\n1. **Made for ${audience}.** You will not have to explain what you need.\n2. **A price before we start.** What we say is what you pay.\n3. **Around the corner.** If something is wrong, you know where to find us.\n\n\`[ Book a time ]\`\n\n*Takes a minute. No account needed.*`,
  },
  {
    title: ({ name }) => `What sets ${name} apart?`,
    question: ({ speciality }) =>
      `Help me put into words what makes us different. Everyone here says "quality and service". Ours is ${speciality}.`,
    answer: ({ what, speciality, audience }) =>
      `Try to finish this sentence: *"We are the only ${what.replace(/^an? /, '')} here that …"*\n\nFrom what you told me:\n\n> … takes the time for ${speciality}, and tells ${audience} honestly when something is not worth their money.\n\nTo check whether it is true **and** matters, ask five customers:\n\n- What would you miss if we closed?\n- What did you tell a friend about us?\n\nIf three say the same, you have your brand story. ✍️`,
  },
  {
    title: ({ name }) => `Simple campaign for the quiet months (${name})`,
    question: ({ audience }) =>
      `January is dead. A small campaign for ${audience}, budget next to nothing?`,
    answer: ({ town, audience }) =>
      `**Idea: "Bring someone new".** Until the end of January, everyone who brings a newcomer pays for one and gets two.\n\n\`\`\`\nWeek 1  tell the regulars, in person\nWeek 2  cards in four shops of ${town}\nWeek 3  one post a day, guests' own photos\nWeek 4  say thank you, name the winner of the guest book\n\`\`\`\n\nCosts: 200 cards, and what you give away. Measure one number only: how many ${audience} came for the first time.`,
  },
];

const FOLLOW_UPS: [string, string][] = [
  [
    'Nice. Could you make it a little shorter?',
    'Of course:\n\n> Less to read, same promise. Come by and see.\n\nThat is twelve words. Anything shorter would lose the invitation.',
  ],
  [
    'And more personal, please.',
    'I would sign it with your first name and add one detail that only you know, such as who taught you the trade. Shall I try?',
  ],
  [
    'Thanks! What should I do first?',
    'In this order:\n\n1. Read it aloud once.\n2. Show it to one customer.\n3. Publish it today rather than polish it tomorrow.',
  ],
];

const LONG_TITLE =
  'Everything we should decide before the move to the new shop: lease, signs, opening party, newsletter, parking, deliveries and who waters the plants';

const CHECKLIST = [
  'the lease',
  'the sign',
  'the opening party',
  'the newsletter',
  'parking',
  'deliveries',
  'the counter',
  'the website',
  'insurance',
  'the plants',
];

/** A long conversation for scrolling, with `length` messages. */
function longConversation(length: number): SeedConversation {
  const messages = Array.from({ length }, (_, index): SeedMessage => {
    const step = Math.floor(index / 2);
    const topic = CHECKLIST[step % CHECKLIST.length]!;
    if (index % 2 === 0) {
      return {
        role: 'user',
        content: `Point ${step + 1}: what do we need to know about ${topic}?`,
      };
    }
    return {
      role: 'assistant',
      content: `**${topic[0]!.toUpperCase()}${topic.slice(1)}**, point ${step + 1}:\n\n- Decide who is responsible, by name.\n- Write down the last possible date.\n- Ask for two offers in writing.\n\n${step % 3 === 0 ? 'This one can wait until next week.' : 'Do this one first: others depend on it.'}`,
    };
  });
  return { title: LONG_TITLE, hoursAgo: 30, messages };
}

function conversation(business: Business, task: Task, index: number): SeedConversation {
  const followUps = FOLLOW_UPS.slice(0, index % (FOLLOW_UPS.length + 1));
  return {
    title: task.title(business),
    hoursAgo: 2 + index * 7,
    messages: [
      { role: 'user', content: task.question(business) },
      { role: 'assistant', content: task.answer(business) },
      ...followUps.flatMap(([question, answer]): SeedMessage[] => [
        { role: 'user', content: question },
        { role: 'assistant', content: answer },
      ]),
    ],
  };
}

/** An imported conversation: marked in the title, with its original date. */
function imported(of: SeedConversation, index: number): SeedConversation {
  return {
    ...of,
    title: `[ChatGPT] ${of.title}`,
    originalCreationDate: new Date(Date.UTC(2023, 2 + index * 3, 4 + index, 9, 30)),
  };
}

const IMPORT_EVERY = 10;

/** Always returns the same conversations in the same order, so that seeding again adds nothing. */
export function seedConversations(): SeedConversation[] {
  const ordinary = TASKS.flatMap((task) => BUSINESSES.map((business) => ({ task, business }))).map(
    ({ task, business }, index) => {
      const made = conversation(business, task, index);
      return index % IMPORT_EVERY === IMPORT_EVERY - 1
        ? imported(made, Math.floor(index / IMPORT_EVERY))
        : made;
    },
  );
  return [...ordinary, longConversation(200)];
}

/** What its answer cites: the headings of these passages, in the order of their numbers. */
export const CITED_HEADINGS = ['Subscription', 'Skipping a week', 'Your first loaf', 'Allergens'];

export const CITED_CONVERSATION: SeedConversation = {
  title: 'Reply to a subscription question',
  hoursAgo: 1,
  messages: [
    {
      role: 'user',
      content:
        'Lena asks what the Saturday bread costs, whether she can skip a week in October, and whether the almond croissant is safe for her son, who can’t have nuts. Write her a reply.',
    },
    {
      role: 'assistant',
      content: `Hi Lena,

The Saturday bread is $8 a week [1], and your first loaf is on us [3]. Going away in October? Skip any week until Thursday at noon, and you don’t pay for it [2].

About your son: the almond croissant has nuts, milk, and eggs [4], so please leave that one to someone else. The cardamom bun isn’t on our allergen list yet. Ask Ines at the counter, and she’ll look at the recipe with you.

See you on Saturday,
Marta

---

Two things to check before you send it:

1. **The cardamom bun.** Your price list names the allergens of the breads and the almond croissant only [4], so this reply promises nothing about it.
2. **The deadline.** Both your price list and your website say Thursday at noon [1, 2].`,
    },
  ],
};
