import { expect, test, vi } from 'vitest';

import { COMPONENT_FIELDS, COMPONENT_KINDS } from '~/features/brand/components/component';

import { fakeAi } from '../setup/fake-ai.ts';

const { createUser } = await import('../../factories/users.ts');
const { createComponent, createProfile } = await import('../../factories/profiles.ts');
const { createSource } = await import('../../factories/sources.ts');
const { sendMessage } = await import('~/features/chat/answers/send-message.server');
const { marker } = await import('../../fakes/openai.ts');
const { countTokens } = await import('~/lib/tokens/count.server');
const { newId } = await import('~/lib/ids.server');
const { prisma } = await import('~/lib/db/index.server');

const TOPICS = ['apple pie', 'plum cake', 'rye bread', 'wedding cake', 'oat cookie', 'spelt roll'];
const sentence = (topic: string) =>
  `Our ${topic} is baked by hand in a stone oven before six in the morning, from organic flour. `;
const pageOf = (topic: string) => `# The ${topic}\n\n${sentence(topic).repeat(8)}`;

const FEW = TOPICS.map(pageOf).join('\n\n');
const MANY = Array.from({ length: 12 }, (_, year) =>
  TOPICS.map((topic) => `## ${topic} in ${2010 + year}\n\n${sentence(topic).repeat(8)}`).join(
    '\n\n',
  ),
).join('\n\n');

/**
 * A provider caches what two requests have in common from their beginning. This is the share of a prompt's tokens that it
 * finds again when the next question is asked, measured on what went over the wire. `late` is with six questions; up to 3,000
 * tokens of passages differ for each.
 */
test.each([
  { told: 'a brand', documents: null, first: 0.95, late: 0.99 },
  { told: 'a brand and few documents', documents: FEW, first: 0.95, late: 0.99 },
  { told: 'a brand and passages of many documents', documents: MANY, first: 0.33, late: 0.5 },
])(
  'a chat with $told begins each prompt with what the one before had, apart from passages',
  async ({ documents, first, late }) => {
    const user = await createUser();
    const components = await Promise.all(
      COMPONENT_KINDS.map(async (kind) => {
        const values = COMPONENT_FIELDS[kind].map((field) => [field, sentence(field).repeat(3)]);
        return [kind, await createComponent(user, kind, Object.fromEntries(values))];
      }),
    );
    const profile = await createProfile(user, Object.fromEntries(components));
    if (documents !== null) await createSource(profile, documents, { name: 'About us' });

    fakeAi.reset();
    const settings = {
      profileId: profile.id,
      model: null,
      effort: null,
      systemPrompt: 'Be brief.',
    };
    let conversationId: string | null = null;
    for (const [at, topic] of TOPICS.entries()) {
      const text = `We bake the ${topic} every day. `.repeat(20);
      const content = `What is special about the ${topic}? (${at}) ${marker({ text })}`;
      const request = { userId: user.id, conversationId, content, settings, clientKey: newId() };
      const sent = await sendMessage(request);
      conversationId = sent.conversationId;
      await vi.waitFor(async () => {
        const row = await prisma.generation.findUnique({ where: { id: sent.answerId } });
        expect(row?.state).toBe('done');
      });
    }

    const prompts = fakeAi.requests
      .filter(({ body }) => body.stream)
      .map(({ body }) =>
        body.messages.map(({ role, content }) => `${role}: ${content}`).join('\n'),
      );
    expect(prompts).toHaveLength(TOPICS.length);
    if (documents !== null) expect(prompts[0]).toContain('> Our apple pie is baked');
    const shares = await Promise.all(
      prompts.slice(1).map((next, at) => stableShare(prompts[at]!, next)),
    );
    expect(shares[0], `of the first prompt, and then ${shares.join(', ')}`).toBeGreaterThan(first);
    expect(shares.at(-1), `after ${shares.join(', ')}`).toBeGreaterThan(late);
    const apart = shares.map(async (share, at) => {
      const withoutPassages = prompts[at]!.replace(/<sources>[^]*<\/sources>\n\n/, '');
      return (share * (await countTokens(prompts[at]!))) / (await countTokens(withoutPassages));
    });
    expect(Math.min(...(await Promise.all(apart)))).toBeGreaterThan(0.9);
  },
);

async function stableShare(prompt: string, next: string): Promise<number> {
  let same = 0;
  while (same < prompt.length && prompt[same] === next[same]) same += 1;
  return (await countTokens(prompt.slice(0, same))) / (await countTokens(prompt));
}
