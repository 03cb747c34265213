import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A plain round-robin reverse proxy for the apps that are ready. */
export interface Balancer {
  url: string;
  /** Resolves once the app gets requests, too. */
  add(address: string): Promise<void>;
  /** How many requests each app has received. */
  served(): Record<string, number>;
  close(): Promise<void>;
}

const PROBE_MS = 100;

interface Upstream {
  address: string;
  port: number;
  ready: boolean;
  probing: boolean;
  served: number;
  agent: http.Agent;
}

export async function startBalancer(): Promise<Balancer> {
  const upstreams: Upstream[] = [];
  let turn = 0;

  function next(): Upstream | undefined {
    const ready = upstreams.filter((upstream) => upstream.ready);
    return ready[(turn += 1) % ready.length];
  }

  /** An app keeps its state until it answers: on a busy machine, that takes a while. */
  async function probe(upstream: Upstream): Promise<void> {
    if (upstream.probing) return;
    upstream.probing = true;
    try {
      upstream.ready = (await fetch(`${upstream.address}/readyz`)).ok;
    } catch {
      upstream.ready = false;
    } finally {
      upstream.probing = false;
    }
  }
  const probing = setInterval(() => upstreams.forEach((one) => void probe(one)), PROBE_MS);

  const server = http.createServer((request, response) => {
    const upstream = next();
    if (!upstream) {
      response.writeHead(503).end('no app is ready');
      return;
    }
    upstream.served += 1;
    pass(upstream, request, response);
  });
  server.on('upgrade', (request: IncomingMessage, near: Socket, head: Buffer) => {
    const upstream = next();
    if (!upstream) return void near.destroy();
    const far = connect(upstream.port, '127.0.0.1', () => {
      const lines = [`${request.method} ${request.url} HTTP/1.1`];
      for (let at = 0; at < request.rawHeaders.length; at += 2) {
        lines.push(`${request.rawHeaders[at]}: ${request.rawHeaders[at + 1]}`);
      }
      far.write(`${lines.join('\r\n')}\r\n\r\n`);
      far.write(head);
      far.pipe(near).pipe(far);
    });
    for (const socket of [near, far]) {
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        near.destroy();
        far.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async add(address) {
      const { port } = new URL(address);
      const agent = new http.Agent({ keepAlive: true });
      const upstream = {
        address,
        port: Number(port),
        ready: false,
        probing: false,
        served: 0,
        agent,
      };
      upstreams.push(upstream);
      while (!upstream.ready) await sleep(PROBE_MS);
    },
    served: () => Object.fromEntries(upstreams.map(({ address, served }) => [address, served])),
    async close() {
      clearInterval(probing);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      for (const { agent } of upstreams) agent.destroy();
    },
  };
}

function pass({ port, agent }: Upstream, request: IncomingMessage, response: ServerResponse): void {
  const { method, url: path, headers } = request;
  const forward = http.request(
    { port, host: '127.0.0.1', method, path, headers, agent },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(response);
      // An answer that is cut off must also be cut off for its reader.
      answer.on('error', () => response.destroy());
    },
  );
  forward.on('error', () => {
    if (response.headersSent) response.destroy();
    else response.writeHead(502).end('the app did not answer');
  });
  response.on('close', () => forward.destroy());
  request.pipe(forward);
}
