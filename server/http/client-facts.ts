import type { Request, RequestHandler } from 'express';

/** What Express reads from the connection each time it is asked. */
const FACTS = ['ip', 'ips', 'protocol', 'secure', 'hostname'] as const satisfies (keyof Request)[];

/**
 * Reads what the connection says about the client once, while there is one: a request that was cut off has lost its
 * socket, and Express's own getters throw then.
 */
export const keepClientFacts: RequestHandler = (request, _response, next) => {
  for (const name of FACTS) Object.defineProperty(request, name, { value: request[name] });
  next();
};
