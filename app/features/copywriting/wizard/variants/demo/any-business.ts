import type { Samples } from './samples';

/** Copy for any other topic: complete, but built around what the brief says, with brackets where only its author knows. */
export const anyBusiness: Samples = {
  'linkedin-post': [
    `“Isn't there an easier way?”

We've heard that question so often that we finally wrote down an answer:

{{topic}}.

It isn't magic. It's what happens when you listen to the same sigh for a year and decide to do something about it. We made it with {{audience}} in mind, and we threw out every step that didn't help.

Here's what we learned along the way: people rarely ask for more. They ask for less of what gets in the way.

What's the one thing you'd make easier if you could start over tomorrow?

{{action}}.`,
    `{{topic}}.

Here's the short version of why it matters:

→ It saves time you didn't know you were losing.
→ It's made for {{audience}}, so nothing needs explaining twice.
→ You can try it without changing anything else.

Good ideas don't need a long introduction. They need a first step.

{{action}}.`,
    `Confession: our first attempt was far too complicated.

Then we asked ten customers what they'd cross out. They crossed out most of it. What's left is better.

The result: {{topic}}.

{{action}}.`,
  ],

  'x-post': [
    `We asked what would make your week easier. You told us. Here it is: {{topic}}. {{action}}.`,
    `{{topic}}. Less fuss, more of what you came for. {{action}}.`,
    `Small idea, big relief: {{topic}}.

{{action}}.`,
  ],

  'instagram-caption': [
    `A look behind the scenes. 👀

{{topic}}. It took three tries, one long evening, and more coffee than we'd like to admit. But seeing something you've only talked about finally come together? Worth every minute.

Which part would you like to see up close? {{action}}.

#behindthescenes #smallbusiness #madewithcare`,
    `Save this for the next time you need it. 📌

1. Know what you want.
2. Ask someone who does it every day.
3. Start before you feel ready.

That's how this came about, too: {{topic}}. {{action}}.

#savethis #tipoftheday #smallbusiness`,
    `New. And nearly ready for you. ✨

{{topic}}. {{action}}.

#new #comingsoon #shoplocal`,
  ],

  'facebook-post': [
    `Good news, neighbors!

{{topic}}. Many of you asked for it, a few of you helped us get it right, and now it's here.

We made it with {{audience}} in mind. If that's you, come and take a look. If you know someone it fits, send them our way, and we'll take good care of them. {{action}}.`,
    `Question for you: what's the one thing you'd ask us if nobody else were listening?

We'll answer every comment today. And if it has to do with this, even better: {{topic}}. {{action}}.`,
    `Not long ago, this was a note on a napkin. Someone said, “Wouldn't it be nice if…,” and for once we didn't just nod.

Since then we've tried it, dropped half of it, tried again, and shown it to the people whose opinion we trust most: you. You were kind. You were honest. You were right about the second version.

So here it is: {{topic}}.

Thank you for the patience and the questions. Come by, have a look, and tell us what you really think. {{action}}.`,
  ],

  thread: [
    `{{topic}}. Why now, and what's in it for you? A short thread. 🧵

---

Most things get complicated because nobody dares to leave anything out. We started with a blank page and one question: what would {{audience}} miss if it were gone?

---

Four things survived. They're simple, they work on the first day, and you don't need a manual for any of them.

---

The best way to find out whether it's for you is to try it. {{action}}.`,
    `Three mistakes we made so that you don't have to.

---

1. We explained too much. People don't want a lecture, they want a result.
2. We waited for “perfect.” It never called.

---

3. We asked what people liked, instead of what they'd do. Now we know better, and here's the proof: {{topic}}. {{action}}.`,
    `One sentence about what we do all day:

---

{{topic}}.

---

If that made you curious, you're exactly who we do it for. {{action}}.`,
  ],

  article: [
    `# A simple guide to getting it right

Some decisions look bigger than they are. You read, compare, ask around, and end up with more questions than you had before. If that sounds familiar, this guide is for you.

Our subject: {{topic}}.

## Start with the result

Before you look at options, imagine the day after. What's easier? What have you stopped doing? Write down one sentence that begins with “From now on, I no longer have to…” It will save you from half of the wrong choices.

## Know what matters, and what doesn't

With {{audience}} in mind, three questions sort out nearly everything:

1. **Does it solve the problem you have**, or one that sounds more impressive?
2. **Can you begin small**, and stop without regret?
3. **Who helps when something goes wrong**, and how quickly?

If an offer gets two out of three, keep looking. If it gets all three, stop looking.

## Avoid the classic mistakes

- **Waiting for the perfect moment.** It's usually a Tuesday, and it's usually this one.
- **Doing everything at once.** One change you keep beats five you drop.
- **Going it alone.** Ten minutes with someone who does this every day replace a weekend of reading.

## Make a first step you can finish today

Choose the smallest version that still counts. Set a date, tell one person, and see what you learn. Most people find that the hardest part was deciding.

## In short

Begin with the result, ask three questions, and take one small step. {{brand}} is happy to take it with you. {{action}}.`,
    `# Five questions to ask before you decide

{{topic}}. If you're thinking about it, you're in good company, and you probably have a list of questions. These are the five that we hear most, with the answers we'd give a friend.

## Is it really for me?

If you recognize yourself in {{audience}}, the answer is most likely yes. If you're not sure, ask. An honest “no” costs nobody anything.

## How much time does it take?

Less than putting it off. Plan for an hour to get started, and a few minutes a week after that.

## What does it cost?

[Your price], and what it saves belongs on the other side of the scale. Add up what the problem costs you in a month. Most people are surprised.

## What if it doesn't work?

Then you'll know why, and you'll have lost very little. Begin with one small trial, agree on what counts as success, and look at it together after [two weeks].

## What's the first step?

A short conversation. Bring your questions, and leave with a plan you could also carry out without us. {{action}}.`,
    `# What nobody tells you at the start

{{topic}}. Here are three things we'd like to have known earlier.

## It's easier than it looks

The first step takes about as long as reading this page.

## It's never finished

And that's fine. Good things get better while you use them.

## It's more fun with help

You bring what you know. We'll bring the rest. {{action}}.`,
  ],

  'case-study': [
    `# From “someday” to “done” in four weeks

**The customer:** [name], one of many {{audience}} we've had the pleasure of working with.

## The problem

[What was going wrong, in the customer's own words.] It had been on the list for a year. Every attempt had ended in the same place: too many options, too little time.

## What we did

We began with one afternoon and one question: what would have to be true for this to feel easy? The answer led us here: {{topic}}.

- **Week 1:** we listened, and left things out.
- **Week 2:** a first version, rough but real.
- **Weeks 3 and 4:** small corrections, every day.

## The result

[The number that matters, before and after.] Just as important: “[A sentence that only this customer could have said.]”

## What you can take from it

Start with one afternoon. The rest gets lighter. {{action}}.`,
    `# “I wish we'd done this sooner”

That's what [name] told us, and it's the nicest complaint we've ever had.

## Before

[How a normal day looked.] Nothing was broken, exactly. It just took too long and made nobody happy.

## The turning point

A customer asked a question that nobody could answer. That evening, [name] called us.

## After

{{topic}}. Today, [what's different, in one concrete detail]. The time that's left over goes into [something they love].

Would you like a “before and after” of your own? {{action}}.`,
    `# One change, one week, one happy customer

**Who:** [name and business]

**What:** {{topic}}

**How:** One call, one plan, five short steps.

**And then?** [The result in a single number.]

Your turn. {{action}}.`,
  ],

  newsletter: [
    `Subject: Something new, and why we made it
Preheader: A short read, with one idea you can use today

Hello,

we've been working on something, and you're the first to hear about it.

## What's new

{{topic}}. We made it with {{audience}} in mind, and tested it with people who don't mind telling us the truth.

## Why it matters

Because small annoyances add up. If you save ten minutes a day, you get back a whole week a year. We have suggestions for that week, but we'll keep them to ourselves.

## An idea for today

Write down the one task you keep putting off. Cross out every part that nobody would miss. Do what's left, now. It's usually smaller than it looked.

[{{action}}](#)

Until next time,
{{signature}}`,
    `Subject: Three answers you asked us for
Preheader: No news, no noise, just what you wanted to know

Hi,

every month we collect your questions and answer the three that came up most.

## “Where do I start?”

With the smallest step that makes a difference this week. For many of you, that's this one: {{topic}}.

## “How do I know it's working?”

Choose one number and look at it every Friday. If it moves, continue. If it doesn't, change one thing only.

## “Can you help?”

We thought you'd never ask.

[{{action}}](#)

All the best,
{{signature}}`,
    `Subject: A one-minute letter
Preheader: One thought, one link, done

Hello,

today's thought: what you leave out is what people thank you for.

Today's news: {{topic}}.

[{{action}}](#)

Yours,
{{signature}}`,
  ],

  hero: [
    `# The easier way is finally here

{{topic}}. Made for {{audience}}, ready when you are, and simple enough to explain in one sentence.

[{{action}}](#)`,
    `# Less effort. More of what you wanted.

{{topic}}. See for yourself in five minutes, without changing anything else.

[{{action}}](#)`,
    `# You'll wonder why you waited

{{topic}}. People come for the result and stay because someone picks up the phone.

[{{action}}](#)

*No obligation, and an honest answer either way.*`,
  ],

  features: [
    `## What you get

{{topic}}, made for {{audience}}.

### A quick start

You'll see the first result on the first day. There's no manual, because it doesn't need one.

### People who help

Ask a question, and someone who knows the answer replies.

### Room to change your mind

Start small, pause, or stop. You stay because it's good, not because of a contract.`,
    `## Made to make things simpler

{{topic}}, without the parts that nobody would miss.

### It fits your day

Use it when it suits you. It won't send you reminders in the evening.

### It's honest about the price

You know what it costs before you begin, and it doesn't change halfway.

### It keeps getting better

Every month we fix the thing that you complained about most.

### It stays out of your way

The best compliment we've had: “I forgot it was there.”`,
    `## Three reasons

### It works

{{topic}}, from the first day.

### It lasts

We build things we'd want to keep.

### It's us

Real people, real names, real answers.`,
  ],

  pricing: [
    `## Start

**[price]**

For everyone who'd like to try it first.

- The essentials
- A personal introduction
- Stop at any time

[{{action}}](#)

## Most Popular

**[price]**

For people who know that they'll stay.

- Everything in Start
- Help within a day
- [What people love most]

[{{action}}](#)

## All In

**[price]**

For those who want it taken care of.

- Everything above
- Your own contact
- A yearly review

[{{action}}](#)`,
    `## Have a Look

**Free**

A short conversation and an honest opinion.

- No obligation
- A written price

[{{action}}](#)

## Do It Together

**[price]**

You stay in charge, we stay close.

- A plan in three steps
- Help by phone and email

[{{action}}](#)

## Done for You

**[price]**

You say what, we take care of how.

- Everything from start to finish
- One fixed price

[{{action}}](#)`,
    `## Once

**[price]**

When you need it.

- No strings attached

[{{action}}](#)

## Regularly

**[price] a month**

When you'd rather not think about it.

- Better price
- Pause any time

[{{action}}](#)`,
  ],

  faq: [
    `## What is this about?

{{topic}}. We made it to be simple, and we're happy to show you.

## Is it for me?

It was made with {{audience}} in mind. If you're unsure, ask us; you'll get an honest answer.

## How long does it take to get started?

Most people are up and running in less than an hour.

## What does it cost?

[Your price]. You'll know the full amount before you decide.`,
    `## What happens after I get in touch?

You hear from us within one working day. We ask three questions, then you get a clear suggestion.

## Can I try it first?

Yes. Start with the smallest version and see how it feels.

## What if I'm not happy?

Tell us. We'll put it right, or part as friends.

## Do I need to prepare anything?

No. Bring your questions. We'll bring everything you'd like to know about this: {{topic}}.

## Who's behind it?

{{brand}}: a small team that answers its own phone.`,
    `## What's new?

{{topic}}.

## Why should I care?

Because it makes one thing in your week noticeably easier.

## What do I do next?

{{action}}. It takes a minute.`,
  ],

  'landing-page': [
    `# The easier way is finally here

{{topic}}. Made with {{audience}} in mind, and ready when you are.

[{{action}}](#)

## You know the feeling

It should be simple. Instead, it's one more thing on the list, and it gets heavier the longer it waits. You've tried doing it yourself. You've tried ignoring it. Neither made it go away.

## Here's how it works

1. **Tell us what you need.** Five minutes, in your own words.
2. **Get a clear suggestion.** With a price, and without jargon.
3. **Enjoy the result.** And a person to call if you have questions.

## What you get

### Time back

Hours that belong to something you like better.

### A price you can plan with

You know it before you begin. It stays that way.

### Someone who cares

We remember your name, and what you asked last time.

## “I should have done this a year ago”

[A customer's name, and what changed for them.]

## Questions before you begin

### Can I start small?

Please do. Most people do.

### What if it isn't right for me?

Then we'll say so, and you've lost nothing but a few minutes.

## Ready when you are

[{{action}}](#)`,
    `# See it. Try it. Then decide.

{{topic}}.

[{{action}}](#)

## What happens when you say hello

- **Day 1:** a short conversation, no slides.
- **Day 3:** a suggestion that fits on one page.
- **Day 7:** the first result you can show someone.

## What makes us different

We leave things out. What remains is what you'd have asked for anyway.

## What people ask us

### What does it cost?

[Your price], known before you begin.

### Who will I talk to?

The person who does the work.

## One small step

[{{action}}](#)`,
    `# Simple, at last

{{topic}}.

[{{action}}](#)

## Why now?

Because it won't get easier by waiting.

## Why us?

We've done it before, and we answer our own phone.

## What's next?

One click. One conversation. No pressure.

[{{action}}](#)`,
  ],

  'cold-email': [
    `Subject: An idea for you
Preheader: It takes a minute to read, and you can say no

Hi [name],

I came across [something specific about them] and thought of you, because you're doing well what many struggle with.

There's one thing we could make easier for you: {{topic}}.

We've done it for others in your position. The usual result is [a concrete number], and it takes one short conversation to find out whether it would work for you, too.

Would ten minutes next week be all right?

[{{action}}](#)

{{signature}}`,
    `Subject: Would this help, [name]?
Preheader: Three lines, one question

Hello [name],

{{topic}}.

It's made with {{audience}} in mind, which is why I'm writing to you and not to a list.

If it's not for you, a one-word reply is plenty, and I'll leave you in peace.

[{{action}}](#)

Kind regards,
{{signature}}`,
    `Subject: Quick question
Preheader: Yes, no, or later

Hi [name],

if you could hand over one task tomorrow, what would it be? I may have an answer.

[{{action}}](#)

{{signature}}`,
  ],

  'welcome-sequence': [
    `Subject: Welcome! Here's what happens next
Preheader: What you'll hear from us, and how often

Hello,

it's good to have you here. You signed up for this: {{topic}}. We'll keep that promise.

You'll get a short email about once a week: something useful, something new, never anything loud.

[{{action}}](#)

{{signature}}

---

Subject: The one thing to do first
Preheader: It takes five minutes, and it makes the rest easier

Hi again,

if you only do one thing this week, do this: write down what you'd like to be easier a month from now. One sentence. Put it where you'll see it.

People who do this get twice as much out of what we send.

[{{action}}](#)

{{signature}}

---

Subject: Ready for more?
Preheader: A small next step, and a person to talk to

Hello,

you've had a few days to look around. If you have a question, reply to this email; a person reads it.

And if you'd like to begin, here's the door.

[{{action}}](#)

{{signature}}`,
    `Subject: Nice to meet you
Preheader: Who we are, in four lines

Hi,

we're {{brand}}: a small team, a big kettle, and a shared dislike of complicated things.

What we're proud of at the moment: {{topic}}.

[{{action}}](#)

{{signature}}

---

Subject: The question everyone asks
Preheader: And the answer we give our friends

Hello,

“Is it really worth it?” If it saves you an hour a week, that's six working days a year. You'd have to be very busy not to take them.

[{{action}}](#)

{{signature}}

---

Subject: A present for reading this far
Preheader: Valid until Sunday

Hi,

you opened three emails. That deserves something: [your offer], until Sunday, just for new readers.

[{{action}}](#)

{{signature}}`,
    `Subject: You're on the list
Preheader: Short emails, good news, easy to leave

Welcome! More soon.

[{{action}}](#)

{{signature}}

---

Subject: One tip
Preheader: Ten seconds

Do the smallest part today. That's the tip.

[{{action}}](#)

{{signature}}

---

Subject: Time for a quick chat?
Preheader: Reply with a time that suits you

A short call often beats a long email. When's good for you?

[{{action}}](#)

{{signature}}`,
  ],

  promotion: [
    `Subject: For you, until Sunday
Preheader: A small thank-you, and a good reason to start now

Hello,

you've been thinking about it. We've noticed, because so have many others: {{topic}}.

To make the first step easier, there's [your offer] until Sunday. It's made with {{audience}} in mind, it takes a few minutes to begin, and you can change your mind.

After Sunday the offer ends. The friendly people on the phone stay.

[{{action}}](#)

See you soon,
{{signature}}`,
    `Subject: It's here
Preheader: Readers of this letter go first

Hi,

the thing we've been hinting at is ready: {{topic}}.

Tomorrow we'll tell everyone. Today it's yours alone, with [your offer] for the first [20] who say yes.

[{{action}}](#)

{{signature}}`,
    `Subject: Today only
Preheader: One offer, one line

{{topic}}. Until midnight with [your offer], and with a real person on the phone if you'd like to ask something first.

[{{action}}](#)

{{signature}}`,
  ],

  'follow-up': [
    `Subject: Still a good idea?
Preheader: A short reminder, and an easy way to say no

Hi [name],

last week I wrote to you about this: {{topic}}. You've probably had a full inbox since, so here's the gist: it's simple, it's quick to try, and you can stop any time.

Should I send you two dates for a short call?

[{{action}}](#)

{{signature}}`,
    `Subject: Something I forgot to mention
Preheader: It answers the question that most people ask next

Hello [name],

after my last email, I thought of the question you might have: what if it isn't right for us?

Then we'll tell you, in the first ten minutes, and you'll still leave with two ideas you can use.

[{{action}}](#)

{{signature}}`,
    `Subject: I'll leave it here
Preheader: The door stays open

Hi [name],

this is my last note about it. If the timing gets better, I'm one reply away.

[{{action}}](#)

{{signature}}`,
  ],
};
