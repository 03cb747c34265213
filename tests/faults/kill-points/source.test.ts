import { expect, vi } from 'vitest';

import { HANG_MS } from '../../harness/eventually.ts';
import { query } from '../../process/setup.ts';
import { signedUp } from '../../process/visitor.ts';
import { diesAtEachPoint, eachPoint } from './each-point.ts';
import { openKillable, patient } from './killable.ts';

diesAtEachPoint('source', async () => {
  const app = await openKillable({});
  const person = await signedUp(app.address);
  const send = async (method: string, path: string, body: object): Promise<unknown> => {
    const response = await patient(person.fetch)(path, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.status, path).toBeLessThan(300);
    return response.json();
  };
  const rows = (statement: string) => query(app.databaseUrl, statement);

  await send('POST', '/api/profiles', { name: 'Bakery' });
  const [profile] = await rows(`SELECT id FROM profiles`);
  const place = { category: 'social', folderId: null };
  const text = (round: number) => `${round}. ${`Rye costs ${round} euros. `.repeat(200)}End.`;
  await send('POST', '/api/saved-content', { ...place, title: 'Prices', content: text(0) });
  const [content] = await rows(`SELECT id FROM saved_contents`);
  await send('POST', `/api/profiles/${String(profile?.id)}/sources`, {
    ...{ kind: 'content', contentIds: [content?.id] },
  });

  let round = 0;
  await eachPoint('source', async (point, times) => {
    round += 1;
    const written = text(round);
    const read = async () => {
      const [{ version } = {}] = await rows(`SELECT version FROM saved_contents`);
      const edit = { title: 'Prices', content: written, version };
      await send('PATCH', `/api/saved-content/${String(content?.id)}`, edit);
      // A text that is being typed is read when it hasn't changed for a while.
      await rows(`UPDATE pgboss.job SET start_after = now() WHERE name = 'read-source'`);
      await vi.waitFor(async () => expect(await stored()).toMatchObject({ text: written }), {
        timeout: HANG_MS,
        interval: 250,
      });
    };
    await app.dieAt(point, read, times);
    await vi.waitFor(
      async () =>
        expect(await stored(), point).toEqual({
          ...{ state: 'ready', held: false, starts: 0, pages: 1 },
          ...{ bytes: written.length, text: written },
        }),
      { timeout: HANG_MS, interval: 250 },
    );
  });
  await app.stop();

  /** The source as it is now; passages that are lost or doubled show in its text. */
  async function stored() {
    const [source] = await rows(
      `SELECT state::text, held_until IS NOT NULL AS held, starts, bytes::int,
              (SELECT count(*)::int FROM source_pages) AS pages,
              (SELECT string_agg(content, '' ORDER BY position, id) FROM source_chunks) AS text
         FROM sources`,
    );
    return source;
  }
});
