import type { SendMailOptions, Transporter } from 'nodemailer';

import { EmailError, type EmailTransport } from './email';
import { networkError } from './network-error.server';
import { recipientRefusal } from './recipient-refusal';

export interface SmtpSettings {
  /** `smtp://user:password@host:587` (STARTTLS where it is offered; `?requireTLS=true` insists) or `smtps://…` (TLS). */
  url: string;
  timeoutMs?: number;
}

/** For the whole of an email, and for a server that says nothing. */
const TIMEOUT_MS = 30_000;
const SILENCE_MS = 15_000;

/** Sends by SMTP, one connection a mail. The library is loaded at first use. */
export function smtpTransport(settings: SmtpSettings): EmailTransport {
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
      // An email says what it says: nothing in it is read from a file or an address.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  return {
    async send(email) {
      const transporter = await (loading ??= load());
      const message: SendMailOptions & { signal: AbortSignal } = {
        from: email.from,
        to: { name: '', address: email.to },
        ...(email.replyTo !== undefined && { replyTo: { name: '', address: email.replyTo } }),
        subject: email.subject,
        text: email.text,
        html: email.html,
        headers: { 'Auto-Submitted': 'auto-generated' },
        xMailer: false,
        signal: AbortSignal.timeout(timeoutMs),
      };
      try {
        await transporter.sendMail(message);
      } catch (error) {
        throw toEmailError(error);
      }
    },

    async check() {
      const transporter = await (loading ??= load());
      try {
        await transporter.verify();
      } catch (error) {
        throw toEmailError(error);
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

function toEmailError(error: unknown): EmailError {
  const { code, command, responseCode, response, permanent, originalCode } = error as SmtpFailure;
  if (responseCode === undefined) {
    // The library itself found the address impossible.
    if (code === 'EENVELOPE') return new EmailError('refused', code);
    if (code === 'EAUTH' || code === 'ENOAUTH') return new EmailError('not-accepted', code);
    if (code === 'EABORT') return new EmailError('timed-out', code);
    return networkError(originalCode === undefined ? error : { code: originalCode });
  }
  if (!permanent) return new EmailError('busy', responseCode);
  // Before the recipient is named, and where a login is asked for, it is this site that is refused.
  const isAboutUs = !/^(?:RCPT TO|DATA)/.test(command ?? '') || [530, 535].includes(responseCode);
  if (isAboutUs) return new EmailError('not-accepted', responseCode);
  const isOfRecipient = command?.startsWith('RCPT TO') === true;
  return new EmailError(
    'refused',
    responseCode,
    isOfRecipient ? recipientRefusal(responseCode, response ?? '') : undefined,
  );
}
