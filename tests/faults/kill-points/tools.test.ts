import { randomUUID } from 'node:crypto';

import { expect, vi } from 'vitest';

import type { KillPoint } from '../../../app/lib/kill-points.server.ts';
import { startFakeOpenAi } from '../../fakes/openai.ts';
import { startFakeImages } from '../../fakes/images.ts';
import { startFakeSearch } from '../../fakes/search.ts';
import { HANG_MS } from '../../harness/eventually.ts';
import { query } from '../../process/setup.ts';
import { signedUp } from '../../process/visitor.ts';
import { talk } from '../chatting-user.ts';
import { expectSound } from '../invariants.ts';
import { among, diesAtEachPoint, eachPoint } from './each-point.ts';
import { openKillable } from './killable.ts';

const MODEL = 'openai/gpt-4o-mini';
const PRICE = 300;

/** How often each of two searches may have been made in all: one whose result is stored isn't made again. */
const SEARCHES: Partial<Record<KillPoint, readonly [number, number]>> = {
  'tools: a round is written, not committed': [2, 2],
  'tools: a round is committed, its calls not made': [2, 2],
  'tools: all results are here, not sent back': [2, 2],
};

diesAtEachPoint('tools', async () => {
  const openAi = await startFakeOpenAi();
  const search = await startFakeSearch();
  const images = await startFakeImages();
  search.pages = [{ title: 'Mill', url: 'https://mill.example/', text: 'Rye flour costs €2.' }];
  await among(openAi, () =>
    among({ close: () => Promise.all([search.close(), images.close()]) }, async () => {
      const app = await openKillable({
        OPENAI_BASE_URL: openAi.url,
        OPENAI_API_KEY: 'sk-test',
        AI_TOOL_MODELS: MODEL,
        SEARCH_PROVIDER: 'searxng',
        SEARCH_BASE_URL: search.url,
        SEARCH_TOKENS: String(PRICE),
        IMAGE_BASE_URL: `${images.url}/v1`,
        IMAGE_API_KEY: 'sk-test',
        MEDIA_MODELS: JSON.stringify([{ id: 'gpt-image-2', tokens: 50 }]),
      });
      const person = await signedUp(app.address);
      await eachPoint(
        'tools',
        async (point, times) => {
          const about = randomUUID();
          const prompt = `Flour ${about}`;
          const calls = [
            ...['rye', 'spelt'].map((what) => ({
              name: 'web_search',
              input: { query: `${what} ${about}` },
            })),
            { name: 'make_image', input: { prompt } },
          ];
          const behavior = { calls, then: { text: 'Rye costs €2 a kilo [1].' } };
          const { answerId: id, state } = await app.dieAt(
            point,
            () => talk(person, behavior),
            times,
          );
          expect(state, point).toBe('interrupted');
          // What was charged so far is what was used, and nothing is set aside any more.
          await expectSound(app.databaseUrl);

          const again = await person.fetch(`/api/chat/answers/${id}/continue`, { method: 'POST' });
          expect(again.status, point).toBe(200);
          const answer = async () =>
            (
              await query(
                app.databaseUrl,
                `SELECT g.state, m.content, g.used_tokens AS used,
                        (SELECT coalesce(sum(e.tokens), 0)::int FROM ledger_entries e
                          WHERE e.kind = 'settle' AND (e.reference LIKE 'generation:' || g.id || ':%'
                             OR e.reference IN (SELECT 'tool:' || c.id FROM tool_calls c WHERE c.message_id = g.id))) AS paid,
                        (SELECT count(*)::int FROM ledger_entries e JOIN tool_calls c ON e.reference = 'tool:' || c.id
                          WHERE c.message_id = g.id AND e.tokens = ${PRICE}) AS searches,
                        (SELECT string_agg(c.state::text, ' ') FROM tool_calls c WHERE c.message_id = g.id) AS calls,
                        (SELECT count(*)::int FROM tool_rounds r WHERE r.generation_id = g.id) AS rounds,
                        (SELECT count(*)::int FROM media_jobs j WHERE j.request ->> 'prompt' = $2) AS jobs,
                        (SELECT count(*)::int FROM message_images i WHERE i.message_id = g.id AND i.job_id IS NOT NULL) AS images,
                        (SELECT numbers FROM citations WHERE text_id = g.id) AS cited
                   FROM generations g JOIN messages m USING (id) WHERE g.id = $1`,
                [id, prompt],
              )
            )[0]!;
          await vi.waitFor(async () => expect((await answer()).state).toBe('done'), {
            timeout: HANG_MS,
          });
          const { used, ...end } = await answer();
          expect(end, point).toMatchObject({
            ...{ searches: 2, calls: 'done done done', rounds: 0, cited: [1], jobs: 1, images: 1 },
            content: 'Rye costs €2 a kilo [1].',
            paid: used,
          });
          const made = search.searches.filter(({ query: asked }) => asked.includes(about)).length;
          const [least, most] = SEARCHES[point] ?? [2, 4];
          expect(made, point).toBeGreaterThanOrEqual(least);
          expect(made, point).toBeLessThanOrEqual(most);
          await expectSound(app.databaseUrl);
        },
        [['tools: a result is stored', 3]],
      );
      await app.stop();
    }),
  );
});
