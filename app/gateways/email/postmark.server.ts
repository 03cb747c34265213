import type * as Sdk from 'postmark';
import type { ServerClient } from 'postmark';

import { fieldsOf } from '../../lib/json';
import { formatMailbox } from './addresses.server';
import { EmailError, type EmailTransport, networkError } from './email';

export interface PostmarkSettings {
  token: string;
  /** The default is Postmark's own API. */
  baseUrl?: string;
  timeoutMs?: number;
}

const TIMEOUT_MS = 15_000;

/** Postmark's codes for a refused recipient: an invalid address, and one that bounced or complained. */
const REFUSED = new Set([300, 406]);
/** The second of these, which is the only one that can't be about the sender. */
const INACTIVE = 406;

/** Sends by Postmark's API. The SDK is loaded at first use. */
export function postmarkTransport(settings: PostmarkSettings): EmailTransport {
  const base = settings.baseUrl === undefined ? undefined : new URL(settings.baseUrl);

  /** Calls Postmark with a client of the SDK. @throws EmailError */
  async function call<T>(
    request: (client: ServerClient, sdk: typeof Sdk) => Promise<T>,
  ): Promise<T> {
    const sdk = await import('postmark');
    // The SDK keeps only the message of the error that fetch throws, which can't tell a timeout from a wrong host name.
    let failure: unknown;
    const client = new sdk.ServerClient(settings.token, {
      timeout: (settings.timeoutMs ?? TIMEOUT_MS) / 1_000,
      ...(base && {
        useHttps: base.protocol === 'https:',
        requestHost: base.host + base.pathname.replace(/\/$/, ''),
      }),
      fetch: (input, init) =>
        // A redirect would send the token elsewhere.
        fetch(input, { ...init, redirect: 'error' }).catch((error: unknown) => {
          failure = error;
          throw error;
        }),
    });
    try {
      return await request(client, sdk);
    } catch (error) {
      throw toEmailError(failure ?? error);
    }
  }

  return {
    async send(email) {
      const receipt = await call((client, { Models }) =>
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
      // With a wrong POSTMARK_BASE_URL, some other server may answer with a page, which is no receipt.
      const { MessageID } = fieldsOf(receipt);
      if (typeof MessageID !== 'string') throw new EmailError('service-fault', 'no receipt');
    },

    async check() {
      const server = await call((client) => client.getServer());
      const { ID } = fieldsOf(server);
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
