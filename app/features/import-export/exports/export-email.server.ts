import { z } from 'zod';

import { findContact, readPreferences } from '~/features/accounts/index.server';
import { deliver } from '~/features/email/index.server';
import type { QueuedJob } from '~/engine/queue/index.server';
import { sql } from '~/lib/db/index.server';
import { appUrl } from '~/settings/env.server';
import { formatDay } from '~/lib/format';
import { timeZoneOrUtc } from '~/lib/local-days';
import { userScope } from '~/lib/scope';

import { findExport } from './export-data.server';
import { exportReadyEmail } from './emails';

const schema = z.object({ userId: z.uuid().transform(userScope), exportId: z.uuid() });

/** Tells that an archive is ready, as long as it is. */
export const exportEmailJob: QueuedJob<z.output<typeof schema>> = {
  name: 'export-mail',
  parse: (data) => schema.parse(data),
  retries: 8,
  run: send,
};

async function send({ userId, exportId }: z.output<typeof schema>): Promise<void> {
  const user = await findContact(sql, { userId });
  // An address that no one has confirmed may be anyone's.
  if (!user || user.disabled || !user.emailVerified) return;
  const row = await findExport(sql, userId, exportId);
  if (row?.state !== 'ready' || row.expiresAt === null) return;
  const person = await readPreferences(userId);
  const zone = person?.chosenTimeZone ?? person?.timeZone ?? 'UTC';
  const content = exportReadyEmail({
    href: `${appUrl()}/settings?tab=importexport`,
    until: formatDay(row.expiresAt, timeZoneOrUtc(zone)),
  });
  await deliver(user.email, content, { kind: 'notice' });
}
