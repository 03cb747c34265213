import { describe, expect, it } from 'vitest';

import { DEMO_LABEL, demoAnswer } from './demo-answer';

/** What people are likely to ask first, the starters of the prompt library among it. */
const QUESTIONS = {
  greeting: 'Hello!',
  demo: 'Why is this a demo answer?',
  week: 'Write social media posts for one week, one for each day, about bread.',
  newsletter: 'Write a newsletter about our new hours. Offer three subject lines.',
  review: 'A customer left this review:\n\nSlow!\n\nWrite a reply.',
  page: 'Write the text of a landing page for rye, for families.',
  product: 'Describe our rye for our shop: a title, two sentences.',
  quote: 'Write a short, friendly email to Tom, to whom I sent a quote.',
  plan: 'Make a plan of these notes:\n\nnew oven',
  campaign: 'Give me five ideas for a campaign for spring.',
  tagline: 'Give me three taglines.',
  prices: 'How do I tell regulars about higher prices?',
  post: 'Write an Instagram caption.',
  email: 'Write an email to a supplier.',
  customers: 'Who is my ideal customer?',
  hours: 'We open an hour earlier from Monday.',
  other: 'What rhymes with sourdough?',
};

describe.each(Object.entries(QUESTIONS))('the answer to a question about %s', (name, question) => {
  const answer = demoAnswer(question);

  it('is a finished text of its own, with the demo label', () => {
    const others = Object.entries(QUESTIONS).filter(([other]) => other !== name);
    expect(others.map(([, other]) => demoAnswer(other))).not.toContain(answer);
    expect(answer.endsWith(`${DEMO_LABEL}\n`)).toBe(true);
    expect(answer.length).toBeGreaterThan(300);
    expect(answer).not.toMatch(/undefined|\$\{|\{\{/);
    expect(answer).not.toMatch(/\benv\b|OPENAI/);
  });
});

it('speaks of the business in the question or in the instructions', () => {
  const question = 'Plan a week of posts.';
  expect(demoAnswer(`${question} We fix bikes.`)).toContain('Second Spin');
  expect(demoAnswer(question, { instructions: 'They bake bread.' })).toContain('Hearth & Crumb');
  expect(demoAnswer(question)).toContain('[your business]');
  expect(demoAnswer('Five ideas for a campaign for our choir')).toContain('our choir');
});

it('takes up a follow-up only later in a conversation', () => {
  const question = 'Can you make it shorter?';
  expect(demoAnswer(question, { turn: 2 })).toContain('half the length');
  expect(demoAnswer(question)).not.toContain('half the length');
});

it('puts no Markdown of the question into its own', () => {
  const answer = demoAnswer('Ideas about [x](http://evil.example) <b>`code`</b> **bold** | cell');
  expect(answer).not.toContain('](http');
  expect(answer).not.toContain('<b>');
});
