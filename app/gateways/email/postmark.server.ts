import type * as Sdk from 'postmark';
import type { ServerClient } from 'postmark';

import { formatMailbox } from './addresses.server';
import { EmailError, type EmailTransport } from './email';
import { networkError } from './network-error.server';

export interface PostmarkSettings {
  token: string;
  /** Postmark's own API when absent. */
  baseUrl?: string;
  timeoutMs?: number;
}

const TIMEOUT_MS = 15_000;

/** Postmark's codes for a recipient that will not do: an address it finds invalid, one that bounced or complained. */
const REFUSED = new Set([300, 406]);
/** The second of them: the only one that is surely not about the sender. */
const INACTIVE = 406;

/** Sends by Postmark's API. The SDK is loaded at first use. */
export function postmarkTransport(settings: PostmarkSettings): EmailTransport {
  const base = settings.baseUrl === undefined ? undefined : new URL(settings.baseUrl);

  /** Asks by a client of the SDK's. @throws MailError */
  async function asking<T>(ask: (client: ServerClient, sdk: typeof Sdk) => Promise<T>): Promise<T> {
    const sdk = await import('postmark');
    // The SDK keeps only the message of what fetch throws, and with it no way to tell a timeout from a wrong name.
    let failure: unknown;
    const client = new sdk.ServerClient(settings.token, {
      timeout: (settings.timeoutMs ?? TIMEOUT_MS) / 1_000,
      ...(base && {
        useHttps: base.protocol === 'https:',
        requestHost: base.host + base.pathname.replace(/\/$/, ''),
      }),
      fetch: (input, init) =>
        // A redirect would carry the token elsewhere.
        fetch(input, { ...init, redirect: 'error' }).catch((error: unknown) => {
          failure = error;
          throw error;
        }),
    });
    try {
      return await ask(client, sdk);
    } catch (error) {
      throw toEmailError(failure ?? error);
    }
  }

  return {
    async send(email) {
      const receipt = await asking((client, { Models }) =>
        client.sendEmail({
          From: formatMailbox(email.from),
          To: email.to,
          ...(email.replyTo !== undefined && { ReplyTo: email.replyTo }),
          Subject: email.subject,
          HtmlBody: email.html,
          TextBody: email.text,
          MessageStream: 'outbound',
          Tag: email.kind,
          TrackOpens: false,
          TrackLinks: Models.LinkTrackingOptions.None,
          Headers: [{ Name: 'Auto-Submitted', Value: 'auto-generated' }],
        }),
      );
      // Some other server's friendly page, by a wrong POSTMARK_BASE_URL, is no receipt.
      const { MessageID } = receipt as { MessageID?: unknown };
      if (typeof MessageID !== 'string') throw new EmailError('service-fault', 'no receipt');
    },

    async check() {
      const server = await asking((client) => client.getServer());
      const { ID } = server as { ID?: unknown };
      if (typeof ID !== 'number') throw new EmailError('service-fault', 'no server');
    },
  };
}

function toEmailError(error: unknown): EmailError {
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown };
  if (typeof statusCode !== 'number' || statusCode === 0) return networkError(error);
  const detail = typeof code === 'number' && code !== 0 ? code : statusCode;
  if (statusCode === 422 && REFUSED.has(detail)) {
    return new EmailError('refused', detail, detail === INACTIVE ? 'hard' : undefined);
  }
  if (statusCode === 401 || statusCode === 403 || statusCode === 422) {
    return new EmailError('not-accepted', detail);
  }
  return new EmailError(statusCode === 429 ? 'busy' : 'service-fault', detail);
}
