import { expect } from 'vitest';

import { startFakeOpenAi } from '../../fakes/openai.ts';
import { query } from '../../process/setup.ts';
import { signedUp } from '../../process/visitor.ts';
import { talk } from '../chatting-user.ts';
import { ANSWER } from './answer-survives.ts';
import { among, diesAtEachPoint, eachPoint } from './each-point.ts';
import { openKillable, patient } from './killable.ts';

diesAtEachPoint('search', async () => {
  const openAi = await startFakeOpenAi();
  await among(openAi, async () => {
    const app = await openKillable({ OPENAI_BASE_URL: openAi.url, OPENAI_API_KEY: 'sk-test' });
    const person = await signedUp(app.address);
    await eachPoint('search', async (point, times) => {
      const { conversationId } = await talk(person, ANSWER);
      const search = async () => {
        const response = await patient(person.fetch)('/api/search?q=question');
        return response.text();
      };
      expect(await app.dieAt(point, search, times), point).toContain(conversationId);
      const twice = await query(
        app.databaseUrl,
        'SELECT message_id FROM message_search GROUP BY message_id HAVING count(*) > 1',
      );
      expect(twice, point).toEqual([]);
    });
    await app.stop();
  });
});
