import type { Agent, Response } from 'undici';

import { env } from '~/settings/env.server';
import {
  chatAccess,
  imageSettings,
  replicateSettings,
  type Source,
} from '~/settings/providers.server';
import { singleton } from '~/lib/singleton.server';
import { undici } from '~/lib/undici.server';

import { isAdminAddress } from './admin-address.server';
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
  return undici().fetch(url, {
    headers,
    signal,
    dispatcher: singleton('guarded-fetch', openAgent),
  });
}

function openAgent(): Agent {
  const connectors = {
    environment: undici().buildConnector({}),
    admin: guardedConnector(publicNetwork, isAdminAddress),
    stranger: guardedConnector(publicNetwork),
  };
  return new (undici().Agent)({
    connect(options, callback) {
      const { protocol, hostname, port } = options;
      connectors[sourceOf(protocol, hostname, port) ?? 'stranger'](options, callback);
    },
  });
}

/** Who chose this host as a provider's, which may be on the local network; undefined if no one did. */
function sourceOf(protocol: string, hostname: string, port: string): Source | undefined {
  // IPv6 comes without brackets.
  const host = hostname.includes(':') ? `[${hostname.replace(/^\[|\]$/g, '')}]` : hostname;
  const { origin } = new URL(`${protocol}//${host}:${port || defaultPort(protocol)}`);
  const { OPENAI_BASE_URL, IMAGE_BASE_URL, REPLICATE_BASE_URL } = env();
  const chosen = [
    ...[OPENAI_BASE_URL, IMAGE_BASE_URL, REPLICATE_BASE_URL].map((baseUrl) => ({
      source: 'environment' as const,
      baseUrl,
    })),
    chatAccess(),
    imageSettings(),
    replicateSettings(),
  ];
  return chosen.find(
    (provider) => provider?.baseUrl !== undefined && new URL(provider.baseUrl).origin === origin,
  )?.source;
}

function defaultPort(protocol: string): string {
  return protocol === 'https:' ? '443' : '80';
}
