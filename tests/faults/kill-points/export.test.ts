import { expect, vi } from 'vitest';

import type { KillPoint } from '../../../app/lib/kill-points.server.ts';
import { HANG } from '../../harness/eventually.ts';
import { query } from '../../process/setup.ts';
import { signedUp } from '../../process/visitor.ts';
import { expectNoOrphans } from '../invariants.ts';
import { diesAtEachPoint, eachPoint } from './each-point.ts';
import { openKillable, patient } from './killable.ts';

/** An export that ended before the death isn't repeated. */
const ENDED: KillPoint = 'export: ended, earlier ones not dropped';

diesAtEachPoint('export', async () => {
  const app = await openKillable({});
  const send = patient((await signedUp(app.address)).fetch);
  await eachPoint('export', async (point, times) => {
    const ask = async () => {
      const response = await send('/api/exports', { method: 'POST' });
      const { id } = (await response.json()) as { id: string };
      await vi.waitFor(
        async () => expect(await rowOf(app.databaseUrl, id)).toMatchObject({ state: 'ready' }),
        HANG,
      );
      return id;
    };
    const id = await app.dieAt(point, ask, times);
    const { attempt, size } = await rowOf(app.databaseUrl, id);
    expect(attempt, point).toBe(point === ENDED ? 1 : 2);
    const file = await send(`/api/exports/${id}/file`);
    const archive = Buffer.from(await file.arrayBuffer());
    expect([archive.length, archive.toString('latin1', 0, 2)], point).toEqual([size, 'PK']);
  });
  const ready = await query(app.databaseUrl, `SELECT id FROM exports WHERE state = 'ready'`);
  expect(ready).toHaveLength(1);
  await expectNoOrphans(app.settings);
  await app.stop();
});

async function rowOf(databaseUrl: string, id: string) {
  const [row] = await query(
    databaseUrl,
    `SELECT state, attempt, size::int FROM exports WHERE id = '${id}'`,
  );
  return row as { state: string; attempt: number; size: number | null };
}
