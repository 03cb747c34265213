import { createServer, get, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { expect, test } from './setup/journey.ts';

test('the fonts come from this server, once each, and are there before anything is painted @core', async ({
  page,
  signUp,
}) => {
  await signUp();
  const fonts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'font') fonts.push(new URL(request.url()).pathname);
  });
  await page.goto('/profiles');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  expect(fonts.map((path) => path.replace(/-\w+-wght.*/, '')).sort()).toEqual([
    '/assets/figtree',
    '/assets/fraunces',
  ]);
  const { loaded, shifts } = await page.evaluate(
    () =>
      new Promise<{ loaded: string[]; shifts: number }>((done) => {
        const families = [...document.fonts].filter(({ status }) => status === 'loaded');
        const loaded = families.map(({ family }) => family.replaceAll('"', '')).sort();
        new PerformanceObserver((list) =>
          done({ loaded, shifts: list.getEntries().length }),
        ).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => done({ loaded, shifts: 0 }), 200);
      }),
  );
  expect(loaded).toEqual(['Figtree', 'Fraunces']);
  expect(shifts).toBe(0);
});

test('a page whose HTML arrives in chunks is painted when it is complete, and nothing moves @core', async ({
  page,
  signUp,
  baseURL,
}) => {
  await signUp();
  const html = await (await page.request.get('/ai-lab')).text();
  let answer: ServerResponse | undefined;
  const line = createServer(({ url }, response) => {
    if (url?.startsWith('/assets/')) {
      get(`${baseURL}${url}`, (found) => {
        response.writeHead(found.statusCode ?? 502, found.headers);
        found.pipe(response);
      }).on('error', () => response.destroy());
      return;
    }
    if (url !== '/ai-lab') return response.writeHead(204).end();
    answer = response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
    // Cut off in the middle of the sidebar's last links.
    response.write(html.slice(0, html.indexOf('Sign out')));
  });
  await new Promise<void>((done) => line.listen(0, '127.0.0.1', done));
  const { port } = line.address() as AddressInfo;
  try {
    await page.addInitScript(() => {
      const moved: number[] = [];
      Object.assign(window, { moved });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) moved.push(entry.startTime);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const painted = () =>
      page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length);

    await page.goto(`http://127.0.0.1:${port}/ai-lab`, { waitUntil: 'commit' });
    // Its styles have loaded: unless it waits for the rest, it is painted during these checks.
    await page.waitForFunction(
      (checks) => {
        if (document.styleSheets.length > 0 && document.querySelector('nav')) checks.push(1);
        return checks.length > 10 || performance.getEntriesByName('first-contentful-paint').length;
      },
      await page.evaluateHandle(() => [] as number[]),
      { polling: 50 },
    );
    expect(await painted()).toBe(0);

    answer?.end(html.slice(html.indexOf('Sign out')));
    await expect.poll(painted).toBe(1);
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
    expect(await page.evaluate(() => (window as never as { moved: number[] }).moved)).toEqual([]);
  } finally {
    line.closeAllConnections();
    line.close();
  }
});
