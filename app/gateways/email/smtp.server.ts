import { isIP } from 'node:net';

import type { SendMailOptions, Transporter } from 'nodemailer';

import { resolveAdminHost } from '../providers/admin-address.server';
import { EmailError, type EmailTransport, networkError } from './email';

export interface SmtpSettings {
  /** `smtp://user:password@host:587` (STARTTLS if offered; `?requireTLS=true` insists) or `smtps://…` (TLS). */
  url: string;
  /** An admin typed the host, which may not lead just anywhere. */
  isGuarded?: boolean;
  timeoutMs?: number;
}

/** For sending a whole email. */
const TIMEOUT_MS = 30_000;
/** For a server that sends nothing. */
const SILENCE_MS = 15_000;

/** Sends by SMTP, with one connection for each email. The library is loaded at first use. */
export function smtpTransport(settings: SmtpSettings): EmailTransport {
  const timeoutMs = settings.timeoutMs ?? TIMEOUT_MS;
  const silenceMs = Math.min(SILENCE_MS, timeoutMs);
  let loading: Promise<Transporter> | undefined;
  // A name is checked for each connection, since it may lead elsewhere by then.
  const transporterOf = () => (settings.isGuarded ? load() : (loading ??= load()));

  async function load(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      ...(await addressOf(settings)),
      connectionTimeout: silenceMs,
      greetingTimeout: silenceMs,
      socketTimeout: silenceMs,
      dnsTimeout: silenceMs,
      // No part of an email is read from a file or a URL.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  return {
    async send(email) {
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
        const transporter = await transporterOf();
        await transporter.sendMail(message);
      } catch (error) {
        throw toEmailError(error);
      }
    },

    async check() {
      try {
        const transporter = await transporterOf();
        await transporter.verify();
      } catch (error) {
        throw toEmailError(error);
      }
    },
  };
}

/** The library looks names up itself, so a guarded one is given the address that was checked. */
async function addressOf({ url, isGuarded }: SmtpSettings) {
  if (!isGuarded) return { url };
  const { protocol, hostname, port, username, password, searchParams } = new URL(url);
  const servername = hostname.replace(/^\[|\]$/g, '');
  return {
    host: await resolveAdminHost(servername),
    port: Number(port),
    secure: protocol === 'smtps:',
    requireTLS: searchParams.has('requireTLS'),
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    // The certificate is that of the name.
    tls: isIP(servername) === 0 ? { servername } : {},
  };
}

/** A failure from nodemailer. Its message isn't used, because it may quote an address. */
interface SmtpFailure {
  code?: string;
  command?: string;
  responseCode?: number;
  /** The server's reply, which begins with the code. */
  response?: string;
  permanent?: boolean;
  originalCode?: string;
}

function toEmailError(error: unknown): EmailError {
  const { code, command, responseCode, response, permanent, originalCode } = error as SmtpFailure;
  if (responseCode === undefined) {
    // The library itself rejected the address.
    if (code === 'EENVELOPE') return new EmailError('refused', code);
    if (code === 'EAUTH' || code === 'ENOAUTH') return new EmailError('not-accepted', code);
    if (code === 'EABORT') return new EmailError('timed-out', code);
    return networkError(originalCode === undefined ? error : { code: originalCode });
  }
  if (!permanent) return new EmailError('busy', responseCode);
  // Before the recipient is named, and if a login is required, the server refuses this site.
  const isAboutUs = !/^(?:RCPT TO|DATA)/.test(command ?? '') || [530, 535].includes(responseCode);
  if (isAboutUs) return new EmailError('not-accepted', responseCode);
  const isOfRecipient = command?.startsWith('RCPT TO') === true;
  return new EmailError(
    'refused',
    responseCode,
    isOfRecipient ? recipientRefusal(responseCode, response ?? '') : undefined,
  );
}

/** The mailbox doesn't exist, or doesn't accept email. */
const NO_MAILBOX = new Set([550, 551, 553]);

/**
 * What a server's permanent refusal of a recipient says about the address. Refusals by policy (5.7: spam, relaying, an
 * unknown sender) and for a full mailbox (5.2.2) have the same codes, and say nothing about it.
 */
export function recipientRefusal(code: number, response: string): 'hard' | 'soft' {
  if (!NO_MAILBOX.has(code)) return 'soft';
  const [, detailed] = /\b5\.(\d{1,3}\.\d{1,3})\b/.exec(response) ?? [];
  if (detailed !== undefined) return /^(?:7\.|2\.2$)/.test(detailed) ? 'soft' : 'hard';
  return /relay|spam|block|reputation|policy|full|quota/i.test(response) ? 'soft' : 'hard';
}
