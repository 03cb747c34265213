/** What signed-in people see of planned maintenance. */
export interface MaintenanceNotice {
  until: Date;
  text: string;
}

/** What an admin announces. */
export interface Announcement {
  /** `{end}` in it is replaced by the end in the reader's time zone. Empty for the standard text. */
  text: string;
  until: Date;
}

/** The key in the browser's storage of the local day on which the banner was dismissed. */
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

/** How long until `isMaintenanceShown` may change: at the end, or on the next local day. */
export function msToNextChange(until: Date, now: Date): number {
  if (now >= until) return Infinity;
  const tomorrow = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  return Math.min(tomorrow.getTime(), until.getTime()) - now.getTime();
}

/**
 * Comes before the banner in the HTML, so that it runs before the banner is painted: a banner that was dismissed today must
 * not flash up. It repeats the rule of `localDate`; the attribute that it sets hides the banner.
 */
export const maintenanceScript = `(function () {
  var on, now = new Date();
  function two(part) { return (part < 10 ? '0' : '') + part; }
  try { on = localStorage.getItem('${DISMISSED_ON}'); } catch (e) { /* storage is blocked: nothing is known */ }
  if (on === now.getFullYear() + '-' + two(now.getMonth() + 1) + '-' + two(now.getDate()))
    document.documentElement.dataset.maintenance = 'dismissed';
})();`;
