import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An email that the fake has accepted. */
export interface PostmarkMessage {
  From: string;
  To: string;
  ReplyTo?: string;
  Subject: string;
  HtmlBody?: string;
  TextBody?: string;
  MessageStream?: string;
  Tag?: string;
  TrackOpens?: boolean;
  TrackLinks?: string;
  Headers?: { Name: string; Value: string }[];
}

/** What happens to the next request instead of an answer. */
export type PostmarkTrouble =
  | { status: 500 | 503 | 429 }
  /** Answers with another server's page, with status 200. */
  | { page: string }
  /** Never answers. */
  | { hang: true }
  /** Accepts the email, but cuts the connection before the answer. */
  | { cutAfterAccepting: true };

export interface FakePostmark {
  url: string;
  /** Emails that were accepted, oldest first. */
  mails: PostmarkMessage[];
  /** How many requests came, including refused ones. */
  requests: number;
  /** Sets the trouble for the next requests, one each. */
  script(...trouble: PostmarkTrouble[]): void;
  reset(): void;
  close(): Promise<void>;
}

export const TOKEN = 'postmark-test-token';

/** Like the real service, it refuses email to this address. */
export const INACTIVE = 'inactive@example.com';

const ADDRESS = /^[\x21-\x7e][\x21-\x3f\x41-\x7e]*@[\x21-\x7e]+\.[a-z0-9-]+$/i;

/** A server that speaks Postmark's `POST /email` (https://postmarkapp.com/developer/api/email-api) and `GET /server`, under a prefix. */
export async function startFakePostmark({ prefix = '' } = {}): Promise<FakePostmark> {
  const emails: PostmarkMessage[] = [];
  const queue: PostmarkTrouble[] = [];
  const fake = { requests: 0 };

  const server = http.createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      // A fault of the fake must be visible in the test that uses it.
      console.error('fake postmark:', error);
      response.destroy();
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await read(request);
    const call = `${request.method} ${request.url}`;
    if (call !== `POST ${prefix}/email` && call !== `GET ${prefix}/server`) {
      return send(response, 404, 0, `No ${call} here`);
    }
    fake.requests += 1;
    if (request.headers['x-postmark-server-token'] !== TOKEN) {
      return send(response, 401, 10, 'The server token is missing or wrong.');
    }
    const trouble = queue.shift();
    if (trouble && 'hang' in trouble) return;
    if (trouble && 'page' in trouble) {
      response.writeHead(200, { 'content-type': 'text/html' });
      return void response.end(trouble.page);
    }
    if (trouble && 'status' in trouble) return send(response, trouble.status, 0, 'Try again.');
    if (request.method === 'GET') {
      return send(response, 200, 0, 'OK', { ID: 1, Name: 'A server', DeliveryType: 'Live' });
    }
    if (!request.headers['content-type']?.startsWith('application/json')) {
      return send(response, 415, 0, 'JSON is expected.');
    }
    let message: PostmarkMessage;
    try {
      message = JSON.parse(text) as PostmarkMessage;
    } catch {
      return send(response, 422, 402, 'Invalid JSON');
    }
    const recipients = String(message.To ?? '').split(',');
    const invalid = recipients.find((address) => !ADDRESS.test(address.trim()));
    if (invalid !== undefined) {
      return send(response, 422, 300, `Error parsing 'To': Illegal email address '${invalid}'.`);
    }
    if (message.ReplyTo !== undefined && !ADDRESS.test(message.ReplyTo)) {
      return send(response, 422, 300, `Error parsing 'ReplyTo': Illegal email address.`);
    }
    if (!message.From) return send(response, 422, 300, "Invalid 'From' address.");
    if (!message.HtmlBody && !message.TextBody) return send(response, 422, 300, 'Provide a body.');
    if (recipients.includes(INACTIVE)) {
      return send(response, 422, 406, `Inactive recipients: ${INACTIVE}`);
    }
    emails.push(message);
    if (trouble) return void response.destroy();
    send(response, 200, 0, 'OK', {
      To: message.To,
      SubmittedAt: new Date().toISOString(),
      MessageID: crypto.randomUUID(),
    });
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`,
    mails: emails,
    get requests() {
      return fake.requests;
    },
    script: (...trouble) => queue.push(...trouble),
    reset() {
      emails.length = 0;
      queue.length = 0;
      fake.requests = 0;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function send(
  response: ServerResponse,
  status: number,
  ErrorCode: number,
  Message: string,
  more: object = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ ...more, ErrorCode, Message }));
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
