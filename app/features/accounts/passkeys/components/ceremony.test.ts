import { afterEach, expect, it, vi } from 'vitest';

import { presentPasskey } from './ceremony';

vi.mock('@simplewebauthn/browser', () => ({
  startAuthentication: () => Promise.resolve({}),
}));

afterEach(() => vi.unstubAllGlobals());

/** Answers each request of a challenge only when told to, with status 200 or another. */
function holdChallenges() {
  const waiting: ((status?: number) => void)[] = [];
  vi.stubGlobal('fetch', (path: string) =>
    path === '/auth/passkey/challenge'
      ? new Promise<Response>((resolve) => {
          waiting.push((status = 200) =>
            resolve(Response.json({ options: {}, ticket: 'ticket' }, { status })),
          );
        })
      : Promise.resolve(Response.json({ to: '/ai-lab' })),
  );
  return waiting;
}

it('asks for one challenge at a time, because the first brings the cookie of all', async () => {
  const waiting = holdChallenges();
  const both = [presentPasskey('sign-in', null), presentPasskey('sign-in', null)];
  await vi.waitFor(() => expect(waiting).toHaveLength(1));
  await Promise.resolve();
  expect(waiting).toHaveLength(1);
  waiting[0]!();
  await vi.waitFor(() => expect(waiting).toHaveLength(2));
  waiting[1]!();
  expect(await Promise.all(both)).toEqual(['/ai-lab', '/ai-lab']);
});

it('asks for the next challenge after one was refused', async () => {
  const waiting = holdChallenges();
  const refused = presentPasskey('sign-in', null);
  const next = presentPasskey('sign-in', null);
  await vi.waitFor(() => expect(waiting).toHaveLength(1));
  waiting[0]!(429);
  await expect(refused).rejects.toMatchObject({ status: 429 });
  await vi.waitFor(() => expect(waiting).toHaveLength(2));
  waiting[1]!();
  expect(await next).toBe('/ai-lab');
});
