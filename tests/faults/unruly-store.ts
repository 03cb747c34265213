import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** What happens to a request to the object store. */
export type StoreTrouble =
  /** Every connection is reset. */
  | 'gone'
  /** Takes the request and never answers. */
  | 'hangs'
  /** The answer's body comes byte by byte. */
  | 'trickles'
  /** S3's word for "too much at once". */
  | 'slow-down'
  /** Bad gateway, in HTML. */
  | 'fault'
  /** Status 200 with a page. */
  | 'garbage'
  /** One bit of the body is flipped. */
  | 'flips'
  /** Half of the body with a matching length: a truncated file. */
  | 'halves'
  /** Half of the body, then the connection breaks. */
  | 'breaks-off'
  /** The whole body with half its length declared. */
  | 'lies';

export interface UnrulyStore {
  url: string;
  /** Sets the trouble for further requests; null ends it. `gone` also resets existing connections. */
  turn(trouble: StoreTrouble | null, concerns?: (method: string, path: string) => boolean): void;
  /** How many requests met trouble. */
  met(): number;
  close(): Promise<void>;
}

const BYTE_MS = 100;

/** A proxy before an S3 server that does to answers what networks, proxies, and disks do. */
export async function startUnrulyStore(target: string): Promise<UnrulyStore> {
  const { port } = new URL(target);
  const agent = new http.Agent({ keepAlive: true });
  let trouble: StoreTrouble | null = null;
  let concerns: (method: string, path: string) => boolean = () => true;
  let met = 0;

  const server = http.createServer((request, response) => {
    request.on('error', () => response.destroy());
    pass(request, response).catch(() => response.destroy());
  });
  server.on('connection', (socket) => {
    if (trouble === 'gone') socket.resetAndDestroy();
  });

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request;
    const now = concerns(method, url) ? trouble : null;
    if (now !== null) met += 1;
    switch (now) {
      case 'gone':
        return void request.socket.resetAndDestroy();
      case 'hangs':
        return;
      case 'slow-down':
        request.resume();
        response.writeHead(503, { 'content-type': 'application/xml' });
        return void response.end(
          '<?xml version="1.0"?><Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>',
        );
      case 'fault':
        request.resume();
        response.writeHead(502, { 'content-type': 'text/html' });
        return void response.end('<html><h1>502 Bad Gateway</h1></html>');
      case 'garbage':
        request.resume();
        response.writeHead(200, { 'content-type': 'text/html' });
        return void response.end('<html><h1>It works!</h1></html>');
    }
    const answer = await forward(request);
    const { statusCode = 502, rawHeaders } = answer;
    const isBody = method === 'GET' && !url.includes('list-type=') && statusCode < 300;
    if (now === null || !isBody) {
      response.writeHead(statusCode, rawHeaders);
      return void answer.pipe(response);
    }
    const body = await buffer(answer);
    const half = body.length >> 1;
    const head = (length: number) => {
      const headers = { ...answer.headers, 'content-length': String(length) };
      // The range header of a part is halved, too.
      const [, from] = /^bytes (\d+)-/.exec(headers['content-range'] ?? '') ?? [];
      if (from !== undefined && length > 0) {
        headers['content-range'] = `bytes ${from}-${Number(from) + length - 1}/${length}`;
      }
      return headers;
    };
    switch (now) {
      case 'flips':
        body[half]! ^= 1;
        response.writeHead(statusCode, rawHeaders);
        return void response.end(body);
      case 'halves':
        response.writeHead(statusCode, head(half));
        return void response.end(body.subarray(0, half));
      case 'breaks-off':
        response.writeHead(statusCode, rawHeaders);
        return void response.write(body.subarray(0, half), () => request.socket.destroy());
      case 'lies':
        // Written directly, because the library would refuse a wrong length.
        response.writeHead(statusCode, head(half));
        response.write(body.subarray(0, half));
        return void request.socket.end(body.subarray(half));
      case 'trickles': {
        response.writeHead(statusCode, rawHeaders);
        let at = 0;
        const timer = setInterval(() => response.write(body.subarray(at, (at += 1))), BYTE_MS);
        response.once('close', () => clearInterval(timer));
      }
    }
  }

  function forward(request: IncomingMessage): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const { method, url, headers } = request;
      // With the original host, which is part of the signature.
      const far = http.request({ host: '127.0.0.1', port, method, path: url, headers, agent });
      far.once('response', resolve);
      far.once('error', reject);
      request.once('close', () => {
        if (!request.complete) far.destroy();
      });
      request.pipe(far);
    });
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    turn(next, whom = () => true) {
      trouble = next;
      concerns = whom;
      met = 0;
      if (next === 'gone' || next === null) server.closeAllConnections();
    },
    met: () => met,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      agent.destroy();
    },
  };
}
