import { formatZonedMoment } from '~/lib/format';

import { shellTexts } from '../texts';

/** A maintenance that is announced to everybody who is signed in. */
export interface MaintenanceNotice {
  /** It is announced until this moment. */
  until: Date;
  text: string;
}

/** What an admin announces. */
export interface Announcement {
  /** `{end}` in it is the end in the reader's time zone; '' for the text that MAINTENANCE_UNTIL has. */
  text: string;
  until: Date;
}

/** Its text for a person of this time zone. */
export function announcementText({ text, until }: Announcement, timeZone: string | null): string {
  const end = formatZonedMoment(until, timeZone);
  return text === '' ? shellTexts.maintenance(end) : text.replaceAll('{end}', () => end);
}

/** Where the browser keeps the local day on which the banner was dismissed. */
export const DISMISSED_ON = 'maintenance-dismissed';

/** The day of a moment in the browser's own time zone, as YYYY-MM-DD. */
export function localDate(now: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** Shown until its end, unless it was dismissed today. */
export function isMaintenanceShown(until: Date, now: Date, dismissedOn: string | null): boolean {
  return now < until && dismissedOn !== localDate(now);
}

/** After how long `isMaintenanceShown` may say something else: at its end, or at the next local day. */
export function msToNextLook(until: Date, now: Date): number {
  if (now >= until) return Infinity;
  const tomorrow = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  return Math.min(tomorrow.getTime(), until.getTime()) - now.getTime();
}

/**
 * Stands before the banner in the page that the server sends, so that it runs before the banner is painted: who has
 * dismissed it today does not see it flash up. It knows the rule of `localDate`; the banner hides by the attribute.
 */
export const maintenanceScript = `(function () {
  var on, now = new Date();
  function two(part) { return (part < 10 ? '0' : '') + part; }
  try { on = localStorage.getItem('${DISMISSED_ON}'); } catch (e) { /* storage is blocked: nothing is known */ }
  if (on === now.getFullYear() + '-' + two(now.getMonth() + 1) + '-' + two(now.getDate()))
    document.documentElement.dataset.maintenance = 'dismissed';
})();`;
