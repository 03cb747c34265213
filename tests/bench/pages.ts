import { call } from './client.ts';
import { atMost, type Line } from './report.ts';
import { percentile } from './statistics.ts';

export interface PageTarget {
  url: string;
  cookie: string;
}

const SHOWN = 50;

/** Row 8: /ai-lab for someone with 10,000 conversations, list rendered on the server, in turns with the floor. */
export async function measurePages(app: PageTarget, floor: PageTarget): Promise<Line[]> {
  const times = { app: [] as number[], floor: [] as number[] };
  const get = async ({ url, cookie }: PageTarget) => {
    const reply = await call(url, { headers: { cookie, accept: 'text/html' } });
    const titles = new Set(reply.text.match(/Conversation number \d+/g));
    if (reply.status !== 200 || titles.size < SHOWN) {
      throw new Error(`${url} answered ${reply.status} with ${titles.size} conversations`);
    }
    return reply.firstByteMs;
  };
  for (let turn = 0; turn < 400; turn += 1) {
    const floorMs = await get(floor);
    const appMs = await get(app);
    // The first hundred turns warm up.
    if (turn < 100) continue;
    times.floor.push(floorMs);
    times.app.push(appMs);
  }
  const figure = (share: number, what: string) => ({
    row: 8,
    what: `/ai-lab, first byte ${what}`,
    unit: 'ms',
    app: percentile(times.app, share),
    floor: percentile(times.floor, share),
  });
  return [atMost(9, figure(0.5, 'p50')), atMost(20, figure(0.95, 'p95'))];
}
