import { parseArgs } from 'node:util';

import { startFakeOpenAi } from './openai.ts';

const { values } = parseArgs({ options: { port: { type: 'string', default: '0' } } });
const fake = await startFakeOpenAi({ port: Number(values.port) });
// The first line of output, because the port may be chosen by the system.
console.log(fake.url);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => void fake.close().then(() => process.exit(0)));
}
