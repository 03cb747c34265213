import { call } from './client.ts';
import { openQueries, type BarePerson } from './floors/queries.ts';
import { atMost, type Line } from './report.ts';
import { percentile } from './statistics.ts';
import { DAY_MS } from '../../app/lib/time.ts';

interface Page {
  items: { id: string }[];
  cursor: string | null;
}

const TURNS = 300;

/**
 * Rows 9 and 10: pages of the list at any depth, and the sidebar's filter, for someone with 10,000 conversations, in
 * turns with the bare SQL.
 */
export async function measureLists(person: BarePerson): Promise<Line[]> {
  const { url, cookie } = person;
  const bare = await openQueries(person);
  async function get<T>(params: Record<string, string>): Promise<{ ms: number; answer: T }> {
    const start = performance.now();
    const reply = await call(`${url}/api/conversations?${new URLSearchParams(params)}`, {
      headers: { cookie },
    });
    const ms = performance.now() - start;
    if (reply.status !== 200) throw new Error(`the list answered ${reply.status}`);
    return { ms, answer: JSON.parse(reply.text) as T };
  }

  // One pass to the end collects the cursors and warms up.
  const cursors: string[] = [];
  let cursor: string | null = null;
  do {
    const page: { answer: Page } = await get<Page>({ group: 'others', ...(cursor && { cursor }) });
    cursor = page.answer.cursor;
    if (cursor) cursors.push(cursor);
  } while (cursor !== null);

  const depths: number[] = [];
  const bareDepths: number[] = [];
  const places = await bare.places(cursors.length);
  for (let turn = 0; turn < TURNS; turn += 1) {
    // 7 and the number of pages are coprime, so every depth is measured.
    const depth = (turn * 7) % cursors.length;
    depths.push((await get<Page>({ group: 'others', cursor: cursors[depth] ?? '' })).ms);
    bareDepths.push(await bare.list(places[depth % places.length]));
  }

  const filters: number[] = [];
  const bareFilters: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const to = Date.now() - (turn % 5) * DAY_MS;
    const range = { from: String(to - DAY_MS), to: String(to) };
    const text = { q: `NUMBER ${(turn * 37) % 1_000}` };
    const wanted: { q?: string; from?: string; to?: string } =
      [text, range, { ...text, ...range }][turn % 3] ?? text;
    filters.push((await get(wanted)).ms);
    bareFilters.push(await bare.filter(wanted));
  }
  await bare.close();

  type Times = readonly number[];
  const figure = (row: number, what: string, app: Times, floor: Times, share: number) => ({
    row,
    what: `${what} p${share * 100}`,
    unit: 'ms',
    app: percentile(app, share),
    floor: percentile(floor, share),
  });
  const depth = (share: number) =>
    figure(9, 'a page of the list at any depth,', depths, bareDepths, share);
  const filter = (share: number) =>
    figure(10, 'text and date filter,', filters, bareFilters, share);
  return [
    atMost(6, depth(0.5)),
    atMost(15, depth(0.95)),
    atMost(7, filter(0.5)),
    atMost(20, filter(0.95)),
  ];
}
