import type { SendMailOptions, Transporter } from 'nodemailer';

import { MailError, type MailTransport } from './mail';
import { networkError } from './network-error.server';
import { recipientRefusal } from './recipient-refusal';

export interface SmtpSettings {
  /** `smtp://user:password@host:587` (STARTTLS where it is offered; `?requireTLS=true` insists) or `smtps://…` (TLS). */
  url: string;
  timeoutMs?: number;
}

/** For the whole of a mail, and for a server that says nothing. */
const TIMEOUT_MS = 30_000;
const SILENCE_MS = 15_000;

/** Sends by SMTP, one connection a mail. The library is loaded at first use. */
export function smtpTransport(settings: SmtpSettings): MailTransport {
  const timeoutMs = settings.timeoutMs ?? TIMEOUT_MS;
  const silenceMs = Math.min(SILENCE_MS, timeoutMs);
  let loading: Promise<Transporter> | undefined;

  async function load(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url: settings.url,
      connectionTimeout: silenceMs,
      greetingTimeout: silenceMs,
      socketTimeout: silenceMs,
      dnsTimeout: silenceMs,
      // A mail says what it says: nothing in it is read from a file or an address.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  return {
    async send(mail) {
      const transporter = await (loading ??= load());
      const message: SendMailOptions & { signal: AbortSignal } = {
        from: mail.from,
        to: { name: '', address: mail.to },
        ...(mail.replyTo !== undefined && { replyTo: { name: '', address: mail.replyTo } }),
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        headers: { 'Auto-Submitted': 'auto-generated' },
        xMailer: false,
        signal: AbortSignal.timeout(timeoutMs),
      };
      try {
        await transporter.sendMail(message);
      } catch (error) {
        throw toMailError(error);
      }
    },

    async check() {
      const transporter = await (loading ??= load());
      try {
        await transporter.verify();
      } catch (error) {
        throw toMailError(error);
      }
    },
  };
}

/** What nodemailer tells of a failure; its message may quote an address. */
interface SmtpFailure {
  code?: string;
  command?: string;
  responseCode?: number;
  /** What the server said, with the code in front. */
  response?: string;
  permanent?: boolean;
  originalCode?: string;
}

function toMailError(error: unknown): MailError {
  const { code, command, responseCode, response, permanent, originalCode } = error as SmtpFailure;
  if (responseCode === undefined) {
    // The library itself found the address impossible.
    if (code === 'EENVELOPE') return new MailError('refused', code);
    if (code === 'EAUTH' || code === 'ENOAUTH') return new MailError('not-accepted', code);
    if (code === 'EABORT') return new MailError('timed-out', code);
    return networkError(originalCode === undefined ? error : { code: originalCode });
  }
  if (!permanent) return new MailError('busy', responseCode);
  // Before the recipient is named, and where a login is asked for, it is this site that is refused.
  const isAboutUs = !/^(?:RCPT TO|DATA)/.test(command ?? '') || [530, 535].includes(responseCode);
  if (isAboutUs) return new MailError('not-accepted', responseCode);
  const isOfRecipient = command?.startsWith('RCPT TO') === true;
  return new MailError(
    'refused',
    responseCode,
    isOfRecipient ? recipientRefusal(responseCode, response ?? '') : undefined,
  );
}
