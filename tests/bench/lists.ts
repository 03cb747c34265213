import { call } from './client.ts';
import { atMost, type Line } from './report.ts';
import { percentile } from './statistics.ts';

interface ListTarget {
  /** Of the app. */
  url: string;
  cookie: string;
}

interface Page {
  items: { id: string }[];
  cursor: string | null;
}

const TURNS = 300;
const DAY_MS = 86_400_000;

/** Rows 9 and 10: pages of the list at any depth, and the sidebar's filter, for somebody with 10,000 conversations. */
export async function measureLists({ url, cookie }: ListTarget): Promise<Line[]> {
  async function get<T>(params: Record<string, string>): Promise<{ ms: number; answer: T }> {
    const start = performance.now();
    const reply = await call(`${url}/api/conversations?${new URLSearchParams(params)}`, {
      headers: { cookie },
    });
    const ms = performance.now() - start;
    if (reply.status !== 200) throw new Error(`the list answered ${reply.status}`);
    return { ms, answer: JSON.parse(reply.text) as T };
  }

  // Down to the end once: this brings the cursors, and makes the machine warm.
  const cursors: string[] = [];
  let cursor: string | null = null;
  do {
    const page: { answer: Page } = await get<Page>({ group: 'others', ...(cursor && { cursor }) });
    cursor = page.answer.cursor;
    if (cursor) cursors.push(cursor);
  } while (cursor !== null);

  const depths: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    // 7 and the number of pages have no divisor in common: every depth has its turn.
    const at = cursors[(turn * 7) % cursors.length] ?? '';
    depths.push((await get<Page>({ group: 'others', cursor: at })).ms);
  }

  const filters: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const to = Date.now() - (turn % 5) * DAY_MS;
    const range = { from: String(to - DAY_MS), to: String(to) };
    const text = { q: `NUMBER ${(turn * 37) % 1_000}` };
    const wanted = [text, range, { ...text, ...range }][turn % 3] ?? text;
    filters.push((await get(wanted)).ms);
  }

  const figure = (row: number, what: string, values: readonly number[], share: number) => ({
    row,
    what: `${what} p${share * 100}`,
    unit: 'ms',
    app: percentile(values, share),
  });
  return [
    atMost(6, figure(9, 'a page of the list at any depth,', depths, 0.5)),
    atMost(15, figure(9, 'a page of the list at any depth,', depths, 0.95)),
    atMost(7, figure(10, 'text and date filter,', filters, 0.5)),
    atMost(20, figure(10, 'text and date filter,', filters, 0.95)),
  ];
}
