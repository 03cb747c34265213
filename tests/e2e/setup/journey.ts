import { randomUUID } from 'node:crypto';

import {
  expect,
  test as base,
  type APIRequestContext,
  type Page,
  type Route,
} from 'playwright/test';

import { BUILD_HEADER } from '../../../app/http/build-id.ts';
import { marker, type Behavior } from '../../fakes/openai.ts';

export { expect, marker };
export type { Page };

export const PASSWORD = 'correct horse battery';
/** The browser's time zone. */
const LOCAL_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

export interface Person {
  email: string;
  password: string;
}

interface SignUp {
  on?: Page;
  /** False where the journey begins on another page: loading one takes half a second of processor time. */
  opens?: boolean;
}

interface Fixtures {
  /** Errors that this test provokes. */
  provoked: RegExp | null;
  /** Signs a new person up in this test's browser, or that of another page, and opens the chat lab. */
  signUp: (how?: SignUp) => Promise<Person>;
}

/** A test that fails at any page error, CSP violation, or server error. */
export const test = base.extend<Fixtures>({
  baseURL: async ({}, use) => {
    const url = process.env.E2E_APP_URL;
    if (!url) throw new Error('the app was not started');
    await use(url);
  },

  provoked: [null, { option: true }],

  context: async ({ context, provoked }, use) => {
    const complaints: string[] = [];
    context.on('weberror', (error) => {
      const { message } = error.error();
      if (!ABORTED.test(message)) complaints.push(`error: ${message}`);
    });
    context.on('console', (message) => {
      if (message.type() === 'error' && !isExpected(message.text())) {
        complaints.push(`console: ${message.text()}`);
      }
    });
    context.on('response', (response) => {
      if (response.status() >= 500) complaints.push(`${response.status()}: ${response.url()}`);
    });
    await use(context);
    expect(complaints.filter((complaint) => !provoked?.test(complaint))).toEqual([]);
  },

  signUp: async ({ page, baseURL }, use) => {
    await use(async ({ on = page, opens = true } = {}) => {
      const person = await signUpBy(on.request, baseURL ?? '');
      if (opens) await on.goto('/ai-lab');
      return person;
    });
  },
});

/** Signs a new person up with the request that the form sends; accounts.spec.ts tests the form. */
export async function signUpBy(request: APIRequestContext, url: string): Promise<Person> {
  const person = { email: `${randomUUID()}@example.com`, password: PASSWORD };
  const response = await request.post('/auth/signup', {
    form: { ...person, firstName: 'Tina', lastName: 'Baker', timeZone: LOCAL_ZONE },
    headers: { origin: new URL(url).origin },
    maxRedirects: 0,
  });
  expect(response.status(), await response.text()).toBe(302);
  return person;
}

/** When a navigation interrupts loading, Remix's data reader leaves two unhandled rejections, and may log what it was reading. */
const ABORTED = /signal is aborted without reason|BodyStreamBuffer was aborted/;

/**
 * Chromium logs every refused or failed request; tests that provoke these check the page instead.
 */
const EXPECTED = [
  /Failed to load resource|net::ERR_|WebSocket connection/,
  /Failed to fetch manifest patches/,
  ABORTED,
];

function isExpected(text: string): boolean {
  return EXPECTED.some((pattern) => pattern.test(text));
}

export function messageField(page: Page) {
  return page.getByRole('textbox', { name: 'Message' });
}

export function answers(page: Page) {
  return page.getByRole('article', { name: 'Assistant' });
}

export function questions(page: Page) {
  return page.getByRole('article', { name: 'You' });
}

export function conversations(page: Page) {
  return page.getByRole('navigation', { name: 'Conversations' });
}

/** Sends a message with a marker for the provider's behavior. */
export async function ask(page: Page, text: string, behavior: Behavior = {}): Promise<void> {
  await messageField(page).fill(`${text} ${marker(behavior)}`);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}

/** Answers a request of the browser's client in the server's place, as if from the page's own build. */
export function fulfillAs(route: Route, json: object, status = 200): Promise<void> {
  const build = route.request().headers()[BUILD_HEADER.toLowerCase()] ?? '';
  return route.fulfill({ status, json, headers: { [BUILD_HEADER]: build } });
}

/** Lets answers continue that wait at this hold. */
export async function release(hold: string): Promise<void> {
  const url = new URL('/control/release', process.env.E2E_PROVIDER_URL);
  await fetch(url, { method: 'POST', body: JSON.stringify({ hold }) });
}

/** Waits until the next message can be sent. */
export async function untilIdle(page: Page): Promise<void> {
  await expect(messageField(page)).toBeEnabled();
}

/** Cuts the tab off from live events, so that it learns only from the responses to its own requests. */
export async function withoutSocket(page: Page): Promise<void> {
  await page.route('**/socket.io/**', (route) => route.abort());
  await page.routeWebSocket(/socket\.io/, (socket) => socket.close());
}
