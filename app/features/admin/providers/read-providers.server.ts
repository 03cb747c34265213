import { sourceOf, storedProvider } from '~/settings/providers.server';

import { readConfiguration } from '../configuration/read-configuration.server';
import { describeConnections } from '../health/describe-connections.server';
import type { ProviderView, ProvidersView, Purpose, SetVariable } from './provider';

/** What sets a provider on the server. */
const VARIABLES: Record<Purpose, readonly string[]> = {
  chat: [
    'OPENAI_BASE_URL',
    'OPENAI_API_KEY',
    'AI_MODEL',
    'AI_MODELS',
    'AI_CONTEXTS',
    'AI_EFFORT_MODELS',
    'AI_TOOL_MODELS',
    'AI_VISION_MODELS',
  ],
  images: ['IMAGE_BASE_URL', 'IMAGE_API_KEY', 'OPENAI_API_KEY', 'IMAGE_MODEL', 'MEDIA_MODELS'],
  video: [
    'REPLICATE_API_TOKEN',
    'REPLICATE_BASE_URL',
    'REPLICATE_DESTINATION_OWNER',
    'MEDIA_MODELS',
  ],
  email: ['POSTMARK_SERVER_TOKEN', 'POSTMARK_BASE_URL', 'SMTP_URL', 'MAIL_FROM', 'SUPPORT_EMAIL'],
};

const PART_OF = { chat: 'ai', images: 'images', video: 'replicate', email: 'mail' } as const;

/** How each provider is set, for admins, without keys. */
export function readProviders(): ProvidersView {
  const summaries = describeConnections();
  const view = <P extends Purpose>(purpose: P): ProviderView<P> => {
    const stored = storedProvider(purpose);
    return {
      summary: summaries[PART_OF[purpose]],
      variables: sourceOf(purpose) === 'environment' ? variablesOf(purpose) : null,
      stored: stored
        ? {
            settings: stored.settings,
            hasKey: stored.key !== null,
            isLocked: stored.isLocked,
          }
        : null,
    } as ProviderView<P>;
  };
  return {
    chat: view('chat'),
    images: view('images'),
    video: view('video'),
    email: view('email'),
  };
}

function variablesOf(purpose: Purpose): SetVariable[] {
  return readConfiguration()
    .filter(({ name, isSet }) => isSet && VARIABLES[purpose].includes(name))
    .map(({ name, isSecret, value }) => ({ name, value: isSecret ? null : value }));
}
