import { randomUUID } from 'node:crypto';

/** A browser as the server sees it: it keeps cookies and sends its origin. */
export interface Visitor {
  fetch(path: string, init?: RequestInit): Promise<Response>;
  cookie(): string;
}

export function visitor(address: string): Visitor {
  const cookies = new Map<string, string>();
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return {
    cookie,
    async fetch(path, init = {}) {
      const headers = new Headers(init.headers);
      if (!headers.has('origin')) headers.set('origin', address);
      if (cookies.size > 0) headers.set('cookie', cookie());
      const response = await fetch(address + path, { redirect: 'manual', ...init, headers });
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        cookies.set(name, value);
      }
      return response;
    },
  };
}

export interface SignedUp extends Visitor {
  email: string;
  password: string;
}

export async function signedUp(
  address: string,
  { password = 'correct horse battery', name = 'Tina' } = {},
): Promise<SignedUp> {
  const browser = visitor(address);
  const email = `${randomUUID()}@example.com`;
  const response = await browser.fetch('/auth/signup', {
    method: 'POST',
    body: new URLSearchParams({ email, password, firstName: name, lastName: 'Baker' }),
  });
  if (response.status !== 302) {
    throw new Error(`signing up gave ${response.status}: ${await response.text()}`);
  }
  return { ...browser, email, password };
}

/** Signs people up one at a time, because a busy machine refuses many sign-ups at once. */
export async function signedUpPeople(address: string, count: number): Promise<SignedUp[]> {
  const people: SignedUp[] = [];
  while (people.length < count) people.push(await signedUp(address));
  return people;
}
