import { pino } from 'pino';

import { env } from '../settings/env.server';
import { logContext } from './log-context.server';
import { loggedError } from './log-error';
import { singleton } from './singleton.server';

const NEVER = ['password', 'cookie', 'authorization', 'token', 'secret'];

/**
 * The process's log, in JSON lines, each with the id of the request, socket, or job that it belongs to. Never pass it a
 * secret, a cookie, or the text of a message: log ids and counts. Pass errors as `err`.
 */
export const log = singleton('log', () =>
  pino({
    level: env().LOG_LEVEL,
    base: undefined,
    mixin: logContext,
    serializers: { err: loggedError },
    redact: [...NEVER, ...NEVER.map((name) => `*.${name}`)],
  }),
);
