/** The act of making a backup. */
export const BACKUP = 'backup';

export const REQUIRE_SECOND_FACTOR = 'require-second-factor';

/** Acts that are never about an account. */
export const SITE_ACTS: ReadonlySet<string> = new Set([
  BACKUP,
  REQUIRE_SECOND_FACTOR,
  'announce-maintenance',
  'clear-maintenance',
  'invite',
  'remove-provider',
  'replay-event',
  'retry-job',
  'revoke-invitation',
  'set-provider',
]);
