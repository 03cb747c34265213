import { parseArgs } from 'node:util';

import { startFakeOpenAi } from './openai.ts';

const { values } = parseArgs({ options: { port: { type: 'string', default: '0' } } });
const fake = await startFakeOpenAi({ port: Number(values.port) });
// The first line is for whoever started it with port 0.
console.log(fake.url);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => void fake.close().then(() => process.exit(0)));
}
