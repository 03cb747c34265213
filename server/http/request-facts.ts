import type { Request, RequestHandler } from 'express';

/** Properties that Express reads from the connection at each access. */
const FACTS = ['ip', 'ips', 'protocol', 'secure', 'hostname'] as const satisfies (keyof Request)[];

/**
 * Reads them once, while there is a connection: a request that was cut off has lost its
 * socket, and Express's own getters throw then.
 */
export const keepClientFacts: RequestHandler = (request, _response, next) => {
  for (const name of FACTS) Object.defineProperty(request, name, { value: request[name] });
  next();
};

/** The URL without its query, which may hold a code. */
export function pathOf(request: Request): string {
  return request.originalUrl.split('?', 1)[0] ?? '';
}

export function clientAddress(request: Request): string | undefined {
  return request.ip?.replace(/^::ffff:(?=\d+\.)/, '');
}
