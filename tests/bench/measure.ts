import { removeLogs } from './processes.ts';
import { printReport, type Line } from './report.ts';
import { requirePlaces, writeResults } from './results.ts';
import { buildWorld, type World } from './world.ts';

export type Part = (world: World) => Promise<Line[]>;

interface Bench {
  /** The command line: `npm run …`. */
  command: string;
  parts: Record<string, Part>;
  /** Parts that take minutes, measured only when named. */
  whenNamed?: readonly string[];
}

/**
 * Measures the parts named on the command line, or all, and prints the results; `--write` also writes them into
 * docs/performance.md.
 */
export async function runBench({ command, parts, whenNamed = [] }: Bench): Promise<void> {
  const given = process.argv.slice(2);
  const write = given.includes('--write');
  const wanted = given.filter((word) => word !== '--write');
  const unknown = wanted.filter((name) => !(name in parts));
  if (unknown.length > 0) {
    console.error(`Unknown part "${unknown.join('", "')}": use ${Object.keys(parts).join(', ')}.`);
    process.exitCode = 2;
    return;
  }
  if (write && process.env.BENCH_SCALE) {
    console.error('What was measured with BENCH_SCALE says nothing: unset it to write results.');
    process.exitCode = 2;
    return;
  }
  const names = Object.keys(parts).filter((name) =>
    wanted.length > 0 ? wanted.includes(name) : !whenNamed.includes(name),
  );
  // Fails now instead of after ten minutes.
  if (write) await requirePlaces(names);
  const started = performance.now();
  const world = await buildWorld();
  process.once('SIGINT', () => void world.end().finally(() => process.exit(130)));
  const measured = new Map<string, Line[]>();
  let postgres = '';
  try {
    for (const name of names) {
      console.log(`Measuring ${name} …`);
      measured.set(name, (await parts[name]?.(world)) ?? []);
    }
    postgres = await world.postgresVersion();
  } finally {
    await world.end();
  }
  removeLogs();
  console.log('');
  printReport([...measured.values()].flat().sort((a, b) => a.row - b.row));
  const seconds = Math.round((performance.now() - started) / 1_000);
  console.log(`\nIn ${seconds} s, on Node ${process.version}.`);
  if (!write) return;
  await writeResults(measured, { command: `npm run ${command} -- ${given.join(' ')}`, postgres });
}
