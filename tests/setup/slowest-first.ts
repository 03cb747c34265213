import { existsSync } from 'node:fs';

import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Each takes minutes. If one started last, it would run alone at the end, on one of two cores. */
const SLOWEST = [
  'tests/faults/kill-points/training.test.ts',
  'tests/faults/kill-points/import.test.ts',
  'tests/process/fuzz.test.ts',
  'tests/faults/kill-points/image.test.ts',
  'tests/long/export-memory.test.ts',
  'tests/faults/kill-points/video.test.ts',
  'tests/faults/processes.test.ts',
  'tests/faults/kill-points/answer.test.ts',
  'tests/long/import.test.ts',
  'tests/faults/kill-points/cancellation.test.ts',
  'tests/long/image.test.ts',
];

for (const file of SLOWEST) if (!existsSync(file)) throw new Error(`${file} has moved`);

/** Starts each project's slowest files first, even in a checkout without times of an earlier run. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const place = ({ moduleId }: TestSpecification) => {
      const at = SLOWEST.findIndex((file) => moduleId.endsWith(`/${file}`));
      return at === -1 ? SLOWEST.length : at;
    };
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) =>
      sorted.filter((file) => file.project === project).sort((a, b) => place(a) - place(b)),
    );
  }
}
