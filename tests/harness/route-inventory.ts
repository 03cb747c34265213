import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { MAX_JSON_BODY } from '../../app/http/read-body.server.ts';
import { ENCRYPTION_KEY, SESSION_SECRET } from './app-process.ts';

/** A Remix route of the build. */
export interface RemixRoute {
  /** Its address, which identifies it in the tests; for a layout, `layout` and its address. */
  id: string;
  /** Remix's own: its file. */
  remixId: string;
  /** The layouts that it is in, by their ids. */
  within: string[];
  /** Its address with `:name` parameters; undefined for a pure layout. */
  path: string | undefined;
  index: boolean;
  loader: boolean;
  action: boolean;
  /** True if it renders a page; otherwise the loader or action answers itself. */
  page: boolean;
  /** The methods that a resource route declares for this address. */
  methods: string[] | undefined;
}

/** An endpoint that reads a JSON body. */
export interface BodyTaken {
  method: string;
  path: string;
  /** The limit in bytes. */
  max: number;
  /** The JSON Schema of the body, if known. */
  schema: Record<string, unknown> | undefined;
}

export interface RouteInventory {
  remix: RemixRoute[];
  /** The endpoints that Node answers before Remix, as `GET /path`. */
  node: string[];
  bodies: BodyTaken[];
  /** The events that a browser may send over a socket. */
  heard: string[];
}

interface ManifestEntry {
  id: string;
  parentId?: string;
  path?: string;
  index?: boolean;
  loader: boolean;
  action: boolean;
  page: boolean;
  /** The endpoints that a resource route declares, of all its addresses. */
  endpoints?: {
    method: string;
    path: string;
    node?: string;
    body?: Omit<BodyTaken, 'method' | 'path'>;
  }[];
}

const BUILD = join(process.cwd(), 'build/server/index.js');
// In a process of its own: loading the build opens the app's connections.
const LIST = `
  const { z } = await import('zod');
  const bodyOf = ({ body, maxBody }) => body && {
    max: maxBody ?? ${MAX_JSON_BODY},
    schema: body.schema && z.toJSONSchema(body.schema, { io: 'input', unrepresentable: 'any' }),
  };
  const { routes, entry } = await import(${JSON.stringify(BUILD)});
  const list = Object.values(routes).map(({ id, parentId, path, index, module }) => ({
    id, parentId, path, index,
    loader: 'loader' in module, action: 'action' in module, page: 'default' in module,
    endpoints: module.loader?.endpoints?.map(({ method, path, options }) => ({
      method, path, node: options.node, body: bodyOf(options),
    })),
  }));
  const heard = entry.module.heardEvents;
  process.stdout.write(JSON.stringify({ list, heard }), () => process.exit());
`;

/** Lists everything that the current build answers. */
export async function listRoutes(): Promise<RouteInventory> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', LIST],
    {
      env: {
        ...process.env,
        DATABASE_URL: 'postgres://localhost/none',
        SESSION_SECRET,
        ENCRYPTION_KEY,
        NODE_ENV: 'production',
      },
    },
  );
  const { list, heard } = JSON.parse(stdout) as {
    list: ManifestEntry[];
    heard: string[];
  };
  const byId = new Map(list.map((entry) => [entry.id, entry]));
  const parents = new Set(list.map((entry) => entry.parentId));

  function pathOf({ path = '', parentId }: ManifestEntry): string {
    const parent = parentId === undefined ? undefined : byId.get(parentId);
    return parent ? [pathOf(parent), path].filter(Boolean).join('/') : path;
  }

  function nameOf(entry: ManifestEntry): string {
    const address = `/${pathOf(entry)}`;
    return parents.has(entry.id) ? `layout ${address}` : address;
  }

  function layoutsOf({ parentId }: ManifestEntry): string[] {
    const parent = parentId === undefined ? undefined : byId.get(parentId);
    return parent && parent.id !== 'root' ? [nameOf(parent), ...layoutsOf(parent)] : [];
  }

  /** The methods of a resource route at one of its addresses. */
  function methodsAt({ endpoints }: ManifestEntry, address: string): string[] | undefined {
    return endpoints?.filter(({ path }) => path === address).map(({ method }) => method);
  }

  const onNode = list.flatMap(({ endpoints = [] }) => endpoints.filter(({ node }) => node));
  return {
    remix: list
      .filter(({ id }) => id !== 'root')
      .map((entry) => {
        const address = `/${pathOf(entry)}`;
        const methods = methodsAt(entry, address);
        return {
          id: nameOf(entry),
          remixId: entry.id,
          within: layoutsOf(entry),
          path: parents.has(entry.id) ? undefined : address,
          index: entry.index === true,
          loader: methods ? methods.includes('GET') : entry.loader,
          action: methods ? methods.some((method) => method !== 'GET') : entry.action,
          page: entry.page,
          methods,
        };
      }),
    node: [...new Set(onNode.map(({ method, path }) => `${method} ${path}`))],
    bodies: list.flatMap(({ endpoints = [] }) =>
      endpoints.flatMap(({ method, path, body }) =>
        body ? [{ method, path, max: body.max, schema: body.schema }] : [],
      ),
    ),
    heard,
  };
}
