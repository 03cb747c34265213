import { formatMailbox } from './addresses.server';
import { MailError, type MailTransport } from './mail';
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
export function postmarkTransport(settings: PostmarkSettings): MailTransport {
  const base = settings.baseUrl === undefined ? undefined : new URL(settings.baseUrl);
  return {
    async send(mail) {
      const { Models, ServerClient } = await import('postmark');
      // The SDK keeps only the message of what fetch throws, and with it no way to tell a timeout from a wrong name.
      let failure: unknown;
      const client = new ServerClient(settings.token, {
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
      let messageId: unknown;
      try {
        const receipt = await client.sendEmail({
          From: formatMailbox(mail.from),
          To: mail.to,
          ...(mail.replyTo !== undefined && { ReplyTo: mail.replyTo }),
          Subject: mail.subject,
          HtmlBody: mail.html,
          TextBody: mail.text,
          MessageStream: 'outbound',
          Tag: mail.kind,
          TrackOpens: false,
          TrackLinks: Models.LinkTrackingOptions.None,
          Headers: [{ Name: 'Auto-Submitted', Value: 'auto-generated' }],
        });
        messageId = receipt.MessageID;
      } catch (error) {
        throw toMailError(failure ?? error);
      }
      // Some other server's friendly page, by a wrong POSTMARK_BASE_URL, is no receipt.
      if (typeof messageId !== 'string') throw new MailError('service-fault', 'no receipt');
    },
  };
}

function toMailError(error: unknown): MailError {
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown };
  if (typeof statusCode !== 'number' || statusCode === 0) return networkError(error);
  const detail = typeof code === 'number' && code !== 0 ? code : statusCode;
  if (statusCode === 422 && REFUSED.has(detail)) {
    return new MailError('refused', detail, detail === INACTIVE ? 'hard' : undefined);
  }
  if (statusCode === 401 || statusCode === 403 || statusCode === 422) {
    return new MailError('not-accepted', detail);
  }
  return new MailError(statusCode === 429 ? 'busy' : 'service-fault', detail);
}
