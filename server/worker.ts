import { loadBuild } from './build.ts';
import { openDatabase } from './postgres/database.ts';
import { live } from './lifetime.ts';
import { printStartProblems } from './operator-messages.ts';
import { readSettings, refuseObjectsOnDisk } from './settings/settings.ts';

process.env.NODE_ENV ||= 'production';

// `npm run worker`: background jobs without a web server.
await live(async (lifetime) => {
  const settings = readSettings();
  refuseObjectsOnDisk(settings, { several: true });
  await openDatabase(settings, lifetime);

  const build = await loadBuild();
  const running = await build.entry.module.start({ soleProcess: false, jobs: true });
  lifetime.atEnd(() => running.stop());
  lifetime.check();
  console.log('The worker is ready.');
  printStartProblems(build.entry.module);
});
