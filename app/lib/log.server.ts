import { pino } from 'pino';

import { env } from './env.server';
import { singleton } from './singleton.server';

/**
 * The process's log, in JSON lines. Never pass it a secret, a cookie, or the text of a message: log ids and counts.
 * Errors go under `err`.
 */
export const log = singleton('log', () =>
  pino({
    level: env().LOG_LEVEL,
    base: undefined,
    redact: ['password', '*.password', 'cookie', 'authorization', '*.cookie', '*.authorization'],
  }),
);
