import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

import type { Network } from '~/gateways/website/index.server';

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const PUBLIC = [{ address: '93.184.216.34', family: 4 }];

/** A website that tests serve, at any public name: nothing of the app is loosened to reach it. */
export class ServedWebsite {
  /** What each path answers; everything else is 404. */
  paths: Record<string, Answer | string> = {};
  /** The hosts and paths that were asked for. */
  requested: string[] = [];
  /** Answers every path that `paths` doesn't have. */
  otherwise: Answer | null = null;
  resolve: Network['resolve'] = () => Promise.resolve(PUBLIC);
  #port = 0;
  readonly #server = createServer((request, response) => {
    const path = request.url ?? '';
    this.requested.push(`${request.headers.host}${path}`);
    const answer = this.paths[path] ?? this.otherwise;
    if (typeof answer === 'string') {
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.end(answer);
    } else if (answer) answer(request, response);
    else response.writeHead(404, { 'Content-Type': 'text/html' }).end('Nothing here');
  });

  /** Leads every checked address to this server. */
  readonly network: Network = {
    resolve: (host) => this.resolve(host),
    dial: () => connect(this.#port, '127.0.0.1'),
  };

  get port(): number {
    return this.#port;
  }

  async start(): Promise<void> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  clear(): void {
    [this.paths, this.requested, this.otherwise] = [{}, [], null];
    this.resolve = () => Promise.resolve(PUBLIC);
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
