/**
 * The least Remix app with a list: one session lookup, 50 rows by one query, rendered on the server. The build is
 * written by hand, so that nothing but Remix, React and Express is in it.
 */
import { createHash } from 'node:crypto';
import { PassThrough } from 'node:stream';

import { createRequestHandler } from '@remix-run/express';
import {
  createReadableStreamFromReadable,
  type EntryContext,
  type LoaderFunctionArgs,
  type ServerBuild,
} from '@remix-run/node';
import { Outlet, RemixServer, Scripts, useLoaderData } from '@remix-run/react';
import express from 'express';
import pg from 'pg';
import { createElement } from 'react';
import { renderToPipeableStream } from 'react-dom/server';

interface Row {
  id: string;
  title: string;
  last_message: string;
}

const { DATABASE_URL, PORT } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 12 });

async function loader({ request }: LoaderFunctionArgs): Promise<Row[]> {
  const secret = /session=(\w+)/.exec(request.headers.get('cookie') ?? '')?.[1] ?? '';
  const { rows: sessions } = await pool.query<{ user_id: string }>(
    'SELECT s.user_id FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id = $1',
    [createHash('sha256').update(secret).digest('hex')],
  );
  const { rows } = await pool.query<Row>(
    'SELECT id, title, last_message FROM conversations WHERE user_id = $1 ORDER BY last_updated DESC, id DESC LIMIT 50',
    [sessions[0]?.user_id],
  );
  return rows;
}

function Root() {
  return createElement(
    'html',
    { lang: 'en' },
    createElement('body', null, createElement(Outlet), createElement(Scripts)),
  );
}

function List() {
  const rows = useLoaderData<typeof loader>();
  return createElement(
    'ul',
    null,
    rows.map((row) =>
      createElement(
        'li',
        { key: row.id },
        createElement('a', { href: `/chat/${row.id}` }, row.title),
        createElement('p', null, row.last_message),
      ),
    ),
  );
}

function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(
      createElement(RemixServer, { context, url: request.url }),
      {
        onShellReady() {
          const body = new PassThrough();
          headers.set('Content-Type', 'text/html');
          resolve(new Response(createReadableStreamFromReadable(body), { headers, status }));
          pipe(body);
        },
        onShellError: reject,
      },
    );
  });
}

const assetRoute = {
  hasAction: false,
  hasLoader: false,
  hasClientAction: false,
  hasClientLoader: false,
  hasErrorBoundary: false,
};
const build = {
  entry: { module: { default: handleRequest } },
  routes: {
    root: { id: 'root', path: '', module: { default: Root } },
    list: {
      id: 'list',
      parentId: 'root',
      index: true,
      path: undefined,
      module: { default: List, loader },
    },
  },
  assets: {
    version: '1',
    url: '/manifest.js',
    entry: { module: '/entry.js', imports: [] },
    routes: {
      root: { ...assetRoute, id: 'root', path: '', module: '/root.js' },
      list: {
        ...assetRoute,
        id: 'list',
        parentId: 'root',
        index: true,
        hasLoader: true,
        module: '/list.js',
      },
    },
  },
  future: { v3_singleFetch: true },
  publicPath: '/',
  assetsBuildDirectory: '',
  isSpaMode: false,
  mode: 'production',
} as unknown as ServerBuild;

const app = express();
const remix = createRequestHandler({ build, mode: 'production' });
app.all('*', (request, response, next) => void remix(request, response, next));
app.listen(Number(PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
