import { expect, vi } from 'vitest';

import { startFakeOpenAi } from '../../fakes/openai.ts';
import { HANG_MS } from '../../harness/eventually.ts';
import { query } from '../../process/setup.ts';
import { signedUp } from '../../process/visitor.ts';
import { talk } from '../chatting-user.ts';
import { expectSound } from '../invariants.ts';
import { among, diesAtEachPoint, eachPoint } from './each-point.ts';
import { openKillable, patient } from './killable.ts';

const TEXT = 'Rye costs 4 euros. Come by.';
const SUGGESTION = { find: 'Rye costs 4', replace: 'Rye costs 5', before: '', after: '' };
const EDIT = JSON.stringify({ message: 'The price is new.', patches: [SUGGESTION] });

diesAtEachPoint('document', async () => {
  const openAi = await startFakeOpenAi();
  await among(openAi, async () => {
    const app = await openKillable({ OPENAI_BASE_URL: openAi.url, OPENAI_API_KEY: 'sk-test' });
    const person = await signedUp(app.address);
    const send = async <Answer>(path: string, body: object = {}): Promise<Answer> => {
      const response = await patient(person.fetch)(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect(response.status, path).toBeLessThan(300);
      return (await response.json()) as Answer;
    };
    const rows = (statement: string) => query(app.databaseUrl, statement);

    await eachPoint('document', async (point, times) => {
      const { conversationId, answerId } = await talk(person, { text: TEXT });
      const { id } = await send<{ id: string }>('/api/chat/documents', { messageId: answerId });
      const path = `/api/chat/documents/${id}`;
      const suggested = async () => {
        const [row] = await rows(
          `SELECT count(*)::int AS count FROM chat_document_patches WHERE document_id = '${id}'`,
        );
        return row?.count;
      };
      const work = async () => {
        const edited = await talk(person, { text: EDIT }, { conversationId, documentId: id });
        expect(edited.text, point).toBe('The price is new.');
        // An answer that the app died in has its text and nothing else: the person asks again.
        if (edited.state !== 'done') {
          expect(await suggested(), point).toBe(0);
          const again = await talk(person, { text: EDIT }, { conversationId, documentId: id });
          expect(again.state).toBe('done');
        }
        await vi.waitFor(async () => expect(await suggested(), point).toBe(1), {
          timeout: HANG_MS,
        });
        const [patch] = await rows(
          `SELECT id FROM chat_document_patches WHERE document_id = '${id}'`,
        );
        await send(`${path}/patches`, { ids: [patch?.id], decision: 'accept' });
        await send(`${path}/save`);
      };
      await app.dieAt(point, work, times);

      const [document] = await rows(
        `SELECT d.content, d.version, d.saved_version, c.content AS saved, v.content AS before,
                (SELECT count(*)::int FROM chat_document_versions WHERE document_id = d.id) AS versions,
                (SELECT string_agg(state::text, ',') FROM chat_document_patches WHERE document_id = d.id) AS states
           FROM chat_documents d JOIN saved_contents c ON c.id = d.content_id
           JOIN chat_document_versions v ON v.document_id = d.id WHERE d.id = '${id}'`,
      );
      const content = 'Rye costs 5 euros. Come by.';
      expect(document, point).toEqual({
        ...{ content, version: 2, saved_version: 2, saved: content, before: TEXT, versions: 1 },
        states: 'accepted',
      });
      const [saved] = await rows(
        `SELECT count(*)::int AS count FROM saved_contents s
          WHERE NOT EXISTS (SELECT 1 FROM chat_documents d WHERE d.content_id = s.id)`,
      );
      expect(saved?.count, point).toBe(0);
      await expectSound(app.databaseUrl);
    });
    await app.stop();
  });
});
