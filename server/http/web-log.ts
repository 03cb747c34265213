import { createRequire } from 'node:module';

// Loaded before Remix's own server, whose log would contain query strings: they may hold a code that opens an account.
const remixServe = createRequire(import.meta.url).resolve('@remix-run/serve/package.json');
const morgan = createRequire(remixServe)('morgan') as {
  token(name: string, read: (request: { originalUrl: string }) => string): void;
};
morgan.token('url', ({ originalUrl }) => originalUrl.split('?', 1)[0] ?? '');
