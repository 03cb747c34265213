import { call } from './client.ts';
import { openQueries, type BarePerson } from './floors/queries.ts';
import { word } from './people.ts';
import { atMost, noted, type Line } from './report.ts';
import { percentile } from './statistics.ts';

/** What people type: frequent and rare words, prefixes, several words, phrases, and words without a match. */
const QUERIES: Record<string, string> = {
  'the most frequent word': `${word(1)} `,
  'a frequent word': `${word(10)} `,
  'a word of every tenth message': `${word(100)} `,
  'a word of every hundredth message': `${word(1_100)} `,
  'a rare word': `${word(15_000)} `,
  'two letters': 'ba',
  'the beginning of a word': word(15_000).slice(0, 5),
  'two frequent words': `${word(2)} ${word(5)}`,
  'three words': `${word(3)} ${word(300)} ${word(2_000)}`,
  'a phrase of frequent words': `"${word(4)} ${word(6)}"`,
  'a word that is nowhere': 'nowhere',
};

const TURNS = 60;

/** Row 11: search in 100,000 messages of one user, snippets included, in turns with the bare SQL. */
export async function measureSearch(person: BarePerson): Promise<Line[]> {
  const { url, cookie } = person;
  const bare = await openQueries(person);
  const all: number[] = [];
  const floor: number[] = [];
  const each = new Map<string, number[]>(Object.keys(QUERIES).map((name) => [name, []]));
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const [name, query] of Object.entries(QUERIES)) {
      const address = `${url}/api/search?${new URLSearchParams({ q: query }).toString()}`;
      const start = performance.now();
      const reply = await call(address, { headers: { cookie } });
      const ms = performance.now() - start;
      const { messages } = JSON.parse(reply.text) as { messages: unknown[] };
      if (reply.status !== 200 || (messages.length === 0) !== query.startsWith('nowhere')) {
        throw new Error(`${address} answered ${reply.status} with ${messages.length} messages`);
      }
      const bareMs = await bare.search(query);
      // The first turns warm up.
      if (turn < 10) continue;
      all.push(ms);
      floor.push(bareMs);
      each.get(name)?.push(ms);
    }
  }
  await bare.close();
  const figure = (what: string, app: number) => ({ row: 11, what, unit: 'ms', app });
  const whole = (share: number) => ({
    ...figure(`search in 100,000 messages p${share * 100}`, percentile(all, share)),
    floor: percentile(floor, share),
  });
  return [
    atMost(12, whole(0.5)),
    atMost(40, whole(0.95)),
    ...Array.from(each, ([name, times]) => noted(figure(`  ${name} p50`, percentile(times, 0.5)))),
  ];
}
