import { pino, type Logger } from 'pino';

/** The server's own log; it looks like the app's. */
export function createLog(level: string): Logger {
  return pino({ level, base: undefined });
}
