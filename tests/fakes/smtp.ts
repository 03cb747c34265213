import type { AddressInfo } from 'node:net';

import { SMTPServer } from 'smtp-server';

export interface SmtpEmail {
  from: string;
  to: string[];
  /** The raw email with its headers. */
  raw: string;
  secure: boolean;
}

/** The trouble for the next email. */
export type SmtpTrouble =
  | { at: 'MAIL' | 'RCPT' | 'DATA'; code: number }
  /** Never answers this command. */
  | { at: 'RCPT'; hang: true };

export interface FakeSmtpOptions {
  /** TLS from the first byte; otherwise STARTTLS is offered. The certificate is self-signed. */
  secure?: boolean;
  /** Requires a login with this user. */
  user?: string;
  password?: string;
  /** Offers no STARTTLS. */
  plain?: boolean;
}

export interface FakeSmtp {
  port: number;
  mails: SmtpEmail[];
  script(...trouble: SmtpTrouble[]): void;
  reset(): void;
  close(): Promise<void>;
}

/** An SMTP server, with the library of well-known email catchers. */
export async function startFakeSmtp(options: FakeSmtpOptions = {}): Promise<FakeSmtp> {
  const emails: SmtpEmail[] = [];
  const queue: SmtpTrouble[] = [];

  /** Accepts a command, refuses it, or never answers it. */
  function meet(at: SmtpTrouble['at'], pass: () => void, refuse: (error: Error) => void): void {
    const trouble = queue[0];
    if (trouble?.at !== at) return pass();
    queue.shift();
    if ('hang' in trouble) return;
    // Like real servers, it quotes the address, which must never reach a log.
    const message = `<ada@example.com>: ${at} refused`;
    refuse(Object.assign(new Error(message), { responseCode: trouble.code }));
  }

  const server = new SMTPServer({
    secure: options.secure ?? false,
    authOptional: options.user === undefined,
    allowInsecureAuth: true,
    disabledCommands: options.plain ? ['STARTTLS'] : [],
    closeTimeout: 100,
    // Without its warning that the test's certificate is public.
    logger: false,
    onAuth({ username, password }, _session, done) {
      const isRight = username === options.user && password === options.password;
      if (isRight) done(null, { user: username });
      else done(Object.assign(new Error('wrong password'), { responseCode: 535 }));
    },
    onMailFrom: (_address, _session, done) => meet('MAIL', () => done(), done),
    onRcptTo: (_address, _session, done) => meet('RCPT', () => done(), done),
    onData(stream, { envelope, secure }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () =>
        meet(
          'DATA',
          () => {
            emails.push({
              from: envelope.mailFrom ? envelope.mailFrom.address : '',
              to: envelope.rcptTo.map(({ address }) => address),
              raw: Buffer.concat(chunks).toString('utf8'),
              secure,
            });
            done();
          },
          done,
        ),
      );
    },
  });
  server.on('error', () => {
    // A client left or doesn't trust the certificate, which its own test checks.
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.server.address() as AddressInfo).port,
    mails: emails,
    script: (...trouble) => queue.push(...trouble),
    reset() {
      emails.length = 0;
      queue.length = 0;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
