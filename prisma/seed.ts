import './seed/raw-texts.ts';

import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { force: { type: 'boolean', default: false } } });
const production = process.env.NODE_ENV === 'production';
if (production && !values.force) {
  console.error(
    'This would add example accounts to a production database. If you mean it: npm run db:seed -- --force',
  );
  process.exitCode = 1;
} else {
  // Features can be loaded only once their templates can.
  const { seedEverything } = await import('./seed/everything.ts');
  await seedEverything({ production });
}
