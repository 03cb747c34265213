import { call } from './client.ts';
import { openQueries, type BarePerson } from './floors/queries.ts';
import { atMost, noted, type Line } from './report.ts';
import { percentile } from './statistics.ts';

/** Row 12, the server's part: the page of a conversation of 2,000 messages, in turns with the bare SQL. */
export async function measureOpening(
  person: BarePerson & { conversationId: string },
): Promise<Line[]> {
  const { url, cookie, conversationId } = person;
  const bare = await openQueries(person);
  const app: number[] = [];
  const floor: number[] = [];
  for (let turn = 0; turn < 120; turn += 1) {
    const reply = await call(`${url}/ai-lab/chat/${conversationId}`, {
      headers: { cookie, accept: 'text/html' },
    });
    if (reply.status !== 200 || !reply.text.includes('Answer 2000')) {
      throw new Error(`the conversation answered ${reply.status}`);
    }
    const bareMs = await bare.open(conversationId);
    // The first turns warm up.
    if (turn < 20) continue;
    app.push(reply.firstByteMs);
    floor.push(bareMs);
  }
  await bare.close();
  const figure = (share: number) => ({
    row: 12,
    what: `conversation of 2,000, first byte p${share * 100}`,
    unit: 'ms',
    app: percentile(app, share),
    floor: percentile(floor, share),
  });
  return [noted(figure(0.5)), atMost(100, figure(0.95))];
}
