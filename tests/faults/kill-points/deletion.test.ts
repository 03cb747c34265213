import { expect } from 'vitest';

import { startFakeOpenAi } from '../../fakes/openai.ts';
import { query } from '../../process/setup.ts';
import { signedUp } from '../../process/visitor.ts';
import { expectNoOrphans, expectSound } from '../invariants.ts';
import { talk } from '../chatting-user.ts';
import { ANSWER } from './answer-survives.ts';
import { among, diesAtEachPoint, eachPoint } from './each-point.ts';
import { openKillable } from './killable.ts';

diesAtEachPoint('deletion', async () => {
  const openAi = await startFakeOpenAi();
  await among(openAi, async () => {
    const app = await openKillable({ OPENAI_BASE_URL: openAi.url, OPENAI_API_KEY: 'sk-test' });
    await eachPoint('deletion', async (point) => {
      const person = await signedUp(app.address);
      await talk(person, ANSWER);
      const uploaded = await person.fetch('/api/attachments', {
        method: 'POST',
        headers: { 'content-type': 'application/octet-stream', 'x-file-name': 'list.txt' },
        body: 'flour, water, salt',
      });
      expect(uploaded.status).toBeLessThan(300);
      const remove = ['delete-user', person.email, '--now'];
      expect(await app.admin(remove, point), point).toEqual({ code: null, signal: 'SIGKILL' });
      expect((await person.fetch('/ai-lab')).status, point).not.toBe(200);
      await app.admin(remove);
      const left = await query(app.databaseUrl, `SELECT id FROM users WHERE email = $1`, [
        person.email,
      ]);
      expect(left, point).toEqual([]);
      await expectSound(app.databaseUrl);
    });
    await expectNoOrphans(app.settings);
    await app.stop();
  });
});
