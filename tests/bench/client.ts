import http from 'node:http';

/** One pool for all targets: connections are reused, as by a browser or a proxy. */
const agent = new http.Agent({
  keepAlive: true,
  maxFreeSockets: 1_024,
  scheduling: 'lifo',
  // Idle connections are closed before the other side does it.
  timeout: 30_000,
});

export interface Call {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
}

export interface Reply {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
  /** Time to the first byte of the body. */
  firstByteMs: number;
}

/** Sends one request; returns the whole answer and the time to its first byte. */
export function call(url: string, { method = 'GET', headers, body }: Call = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const request = http.request(url, { method, headers, agent }, (response) => {
      let firstByteMs = NaN;
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => {
        if (chunks.length === 0) firstByteMs = performance.now() - start;
        chunks.push(chunk);
      });
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString('utf8'),
          firstByteMs,
        }),
      );
    });
    request.on('error', reject);
    request.end(body);
  });
}

/**
 * Posts, and passes on every complete event of the returned event stream, as its lines.
 * @throws Error when the answer isn't a stream
 */
export function stream(
  url: string,
  { headers, body }: Call,
  onEvent: (event: string) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method: 'POST', headers, agent }, (response) => {
      response.setEncoding('utf8');
      let rest = '';
      response.on('data', (text: string) => {
        rest += text;
        let from = 0;
        for (;;) {
          const end = rest.indexOf('\n\n', from);
          if (end === -1) break;
          onEvent(rest.slice(from, end));
          from = end + 2;
        }
        if (from > 0) rest = rest.slice(from);
      });
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`${url} answered ${response.statusCode}: ${rest.slice(0, 300)}`));
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** Polls until the address answers as expected; returns how long that took. */
export async function untilAnswers(
  url: string,
  headers: Record<string, string>,
  options: { since?: number; isAlive: () => boolean; accepts?: (reply: Reply) => boolean },
): Promise<number> {
  const since = options.since ?? performance.now();
  const accepts = options.accepts ?? ((reply) => reply.status < 500);
  while (performance.now() - since < 60_000) {
    try {
      if (accepts(await call(url, { headers }))) return performance.now() - since;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'ECONNREFUSED' && code !== 'ECONNRESET') throw error;
    }
    if (!options.isAlive()) break;
    await new Promise((resolve) => setTimeout(resolve, 3));
  }
  throw new Error(`${url} did not answer`);
}
