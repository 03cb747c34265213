import { loadBuild } from '../../server/build.ts';

// A process beside the app: runs the scheduled jobs whose names match, as of a moment that many
// milliseconds from now, and prints the keys of all remaining objects. It needs the app's environment.

const [shiftMs = '0', wanted = ''] = process.argv.slice(2);

const { entry } = await loadBuild();
const { scheduledJobs, objects, closeDatabase } = entry.module;
for (const { name, run } of scheduledJobs) {
  if (new RegExp(wanted).test(name)) await run(new Date(Date.now() + Number(shiftMs)));
}
const store = await objects();
const keys: string[] = [];
let cursor: string | undefined;
do {
  const page = await store.list('', { cursor });
  keys.push(...page.objects.map(({ key }) => key));
  cursor = page.cursor ?? undefined;
} while (cursor !== undefined);
await closeDatabase();
console.log(JSON.stringify(keys));
process.exit(0);
