import { Agent, buildConnector, fetch, type Response } from 'undici';

import { env } from '~/settings/env.server';
import { singleton } from '~/lib/singleton.server';

import { guardedConnector, publicNetwork } from './guarded-connection.server';

/**
 * Fetches a provider's link. Wherever it leads, redirects included, only public addresses are connected to, and the
 * operator's own providers.
 * @throws what `fetch` throws; the cause is an AddressRefused if it led elsewhere
 */
export function guardedFetch(
  url: string,
  { headers, signal }: { headers?: Record<string, string>; signal: AbortSignal },
): Promise<Response> {
  return fetch(url, { headers, signal, dispatcher: singleton('guarded-fetch', openAgent) });
}

function openAgent(): Agent {
  const plain = buildConnector({});
  const guarded = guardedConnector(publicNetwork);
  return new Agent({
    connect(options, callback) {
      const isTrusted = isProvider(options.protocol, options.hostname, options.port);
      (isTrusted ? plain : guarded)(options, callback);
    },
  });
}

/** The operator chose this host, which may be on the local network. */
function isProvider(protocol: string, hostname: string, port: string): boolean {
  const { OPENAI_BASE_URL, IMAGE_BASE_URL, REPLICATE_BASE_URL } = env();
  return [OPENAI_BASE_URL, IMAGE_BASE_URL, REPLICATE_BASE_URL].some((base) => {
    if (base === undefined) return false;
    const provider = new URL(base);
    const { port: actualPort } = new URL(
      `${protocol}//${hostname}:${port || defaultPort(protocol)}`,
    );
    return provider.hostname === hostname && provider.port === actualPort;
  });
}

function defaultPort(protocol: string): string {
  return protocol === 'https:' ? '443' : '80';
}
