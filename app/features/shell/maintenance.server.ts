import { env } from '~/lib/env.server';

import { momentText, type MaintenanceNotice } from './maintenance';
import { shellMessages } from './messages';

/** What to announce at this moment, to a person of this time zone: the operator's MAINTENANCE_UNTIL, else nothing. */
export function maintenanceNotice(now: Date, timeZone: string | null): MaintenanceNotice | null {
  const until = env().MAINTENANCE_UNTIL;
  if (now >= until) return null;
  return { until, text: shellMessages.maintenance(momentText(until, timeZone)) };
}
