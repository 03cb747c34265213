/** The least relay: it passes the provider's stream on unread, for anyone, without storing it. */
import http from 'node:http';

const { PORT, PROVIDER_URL = '' } = process.env;
// Closes idle connections before the provider does.
const agent = new http.Agent({ keepAlive: true, scheduling: 'lifo', timeout: 30_000 });

const server = http.createServer((request, response) => {
  if (request.method !== 'POST') {
    response.end('ready');
    return;
  }
  const headers = { 'content-type': 'application/json' };
  const upstream = http.request(
    `${PROVIDER_URL}/chat/completions`,
    { method: 'POST', agent, headers },
    (provider) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      provider.pipe(response);
    },
  );
  upstream.on('error', () => response.destroy());
  request.pipe(upstream);
});
// The benchmark reuses its connections after pauses.
server.keepAliveTimeout = 60_000;
server.listen(Number(PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
