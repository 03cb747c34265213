import { join } from 'node:path';

import { expect } from 'vitest';

import { writeExport } from '../../factories/chatgpt/write-export.ts';
import { importExport, untilState } from '../../harness/upload-export.ts';
import { query } from '../../process/setup.ts';
import { signedUp } from '../../process/visitor.ts';
import { expectNoOrphans } from '../invariants.ts';
import { diesAtEachPoint, eachPoint } from './each-point.ts';
import { openKillable, patient } from './killable.ts';

diesAtEachPoint('removal', async () => {
  const app = await openKillable({});
  const person = await signedUp(app.address);
  const file = join(app.settings.DATA_DIR ?? '', 'export.zip');
  await writeExport(file, { conversations: 320, turns: 1, assets: 3 });
  const send = patient(person.fetch);
  await eachPoint('removal', async (point, times) => {
    const { id } = await importExport(send, file);
    await app.dieAt(
      point,
      async () => {
        const asked = await send(`/api/imports/${id}`, { method: 'DELETE' });
        expect(asked.status).toBeLessThan(300);
        await untilState(send, id, 'removed');
      },
      times,
    );
    const shown = await query(
      app.databaseUrl,
      'SELECT id FROM conversations WHERE deleted_at IS NULL',
    );
    expect(shown, point).toEqual([]);
  });
  await expectNoOrphans(app.settings);
  await app.stop();
});
