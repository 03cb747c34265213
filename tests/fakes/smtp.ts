import type { AddressInfo } from 'node:net';

import { SMTPServer } from 'smtp-server';

export interface SmtpEmail {
  from: string;
  to: string[];
  /** As it came over the line, with headers. */
  raw: string;
  secure: boolean;
}

/** What the next email meets. */
export type SmtpTrouble =
  | { at: 'MAIL' | 'RCPT' | 'DATA'; code: number }
  /** Never answers at this point. */
  | { at: 'RCPT'; hang: true };

export interface FakeSmtpOptions {
  /** TLS from the first byte; otherwise STARTTLS is offered. The certificate is self-signed. */
  secure?: boolean;
  /** A login is then required. */
  user?: string;
  password?: string;
  /** STARTTLS is not offered. */
  plain?: boolean;
}

export interface FakeSmtp {
  port: number;
  mails: SmtpEmail[];
  script(...trouble: SmtpTrouble[]): void;
  reset(): void;
  close(): Promise<void>;
}

/** An SMTP server, by the library that well-known email catchers are built on. */
export async function startFakeSmtp(options: FakeSmtpOptions = {}): Promise<FakeSmtp> {
  const emails: SmtpEmail[] = [];
  const queue: SmtpTrouble[] = [];

  /** Lets a command pass, refuses it, or leaves it without an answer. */
  function meet(at: SmtpTrouble['at'], pass: () => void, refuse: (error: Error) => void): void {
    const trouble = queue[0];
    if (trouble?.at !== at) return pass();
    queue.shift();
    if ('hang' in trouble) return;
    // A message that quotes the address, as real ones do: it must never reach a log.
    const message = `<ada@example.com>: ${at} refused`;
    refuse(Object.assign(new Error(message), { responseCode: trouble.code }));
  }

  const server = new SMTPServer({
    secure: options.secure ?? false,
    authOptional: options.user === undefined,
    allowInsecureAuth: true,
    disabledCommands: options.plain ? ['STARTTLS'] : [],
    closeTimeout: 100,
    // Nor its warning that the test's certificate is known to everybody.
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
    // A client that leaves, or does not trust the certificate: its own test says so.
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
