import { loadBuild } from './build.ts';
import { openDatabase } from './postgres/database.ts';
import { live } from './lifetime.ts';
import { refuseObjectsOnDisk } from './settings/object-place.ts';
import { reportProblems } from './report-problems.ts';
import { readSettings } from './settings/settings.ts';

process.env.NODE_ENV ||= 'production';

// Background jobs without a web server: `npm run worker`.
await live(async (lifetime) => {
  const settings = readSettings();
  refuseObjectsOnDisk(settings, { several: true });
  await openDatabase(settings, lifetime);

  const build = await loadBuild();
  const running = await build.entry.module.start({ soleProcess: false, jobs: true });
  lifetime.atEnd(() => running.stop());
  lifetime.check();
  console.log('The worker is ready.');
  reportProblems(build.entry.module);
});
