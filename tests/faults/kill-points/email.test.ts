import { expect, vi } from 'vitest';

import { startFakeSmtp } from '../../fakes/smtp.ts';
import { query } from '../../process/setup.ts';
import { signedUp } from '../../process/visitor.ts';
import { among, diesAtEachPoint, eachPoint, untilTaken } from './each-point.ts';
import { openKillable } from './killable.ts';
import { MINUTE_MS } from '../../../app/lib/time.ts';

const ACTIVE_EMAILS = `SELECT id FROM pgboss.job WHERE name LIKE '%mail%' AND state IN ('created', 'retry', 'active')`;

diesAtEachPoint('email', async () => {
  const smtp = await startFakeSmtp({ plain: true });
  await among(smtp, async () => {
    const app = await openKillable({
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      MAIL_FROM: 'Brandwright <brandwright@example.com>',
    });
    await eachPoint('email', async (point, times) => {
      let email = '';
      await app.dieAt(
        point,
        async () => {
          ({ email } = await untilTaken(() => signedUp(app.address)));
          const arrived = () => smtp.mails.filter(({ to }) => to.includes(email)).length;
          // The queue takes a job for dead half a minute after its process died, and then repeats it.
          await vi.waitFor(() => expect(arrived()).toBeGreaterThan(0), {
            timeout: 3 * MINUTE_MS,
            interval: 250,
          });
        },
        times,
      );
      await vi.waitFor(
        async () => expect(await query(app.databaseUrl, ACTIVE_EMAILS)).toEqual([]),
        {
          timeout: 3 * MINUTE_MS,
          interval: 250,
        },
      );
      // An email that was handed over but not recorded is sent once more; never zero times, and never repeatedly.
      const emails = smtp.mails.filter(({ to }) => to.includes(email));
      expect(emails.length, point).toBe(point === 'email: handed over, not noted' ? 2 : 1);
    });
    await app.stop();
  });
});
