import { spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, isAbsolute, join, posix } from 'node:path';

import {
  copyOf,
  environmentOf,
  execForm,
  last,
  type Copy,
  type Instruction,
  type Stage,
} from './dockerfile.ts';

/** What a container of the image starts from. */
export interface Image {
  /** The directory that stands for `/`. */
  root: string;
  directory: string;
  environment: Record<string, string>;
  command: string[];
  healthCheck: string[];
}

export interface Plan {
  stages: Stage[];
  /** The build context. */
  context: string;
  isIgnored: (path: string) => boolean;
  /** An empty directory for all results. */
  workshop: string;
  /** The account in place of the image's USER. */
  owner?: { uid: number; gid: number };
  known?: KnownStep;
}

/** A step of the Dockerfile whose result the context already has. */
export interface KnownStep {
  text: string;
  /** The directory with the result, relative to the working directory. */
  result: string;
  /** True if the step would make the same from what is in `directory`. */
  isFrom: (directory: string) => boolean;
  /** A faster step in its place, which needs the same tools and configuration. */
  instead: string;
}

interface Built {
  root: string;
  directory: string;
  environment: Record<string, string>;
}

const MAKE_DIRECTORY = /^install -d -o (\d+) -g (\d+) -m (\d+) (\/\S+)$/;
const DEBIAN_PACKAGES =
  /^apt-get update && apt-get install -y --no-install-recommends [\w. -]+ && rm -rf \/var\/lib\/apt\/lists\/\*$/;
/** The machine's npm settings that are passed on: registry, certificates, and cache. */
const FROM_OUTSIDE =
  /^(HOME|https?_proxy|no_proxy|node_extra_ca_certs|npm_config_(cache|cafile|userconfig|registry))$/i;

/**
 * Runs the steps of a Dockerfile in plain directories, one for each stage, with this machine's Debian and Node 24 in place
 * of the base image's. A stage contains only what its COPY and RUN steps put there.
 */
export async function buildImage(plan: Plan): Promise<Image> {
  const bin = toolsOf(plan.workshop);
  const built = new Map<string, Built>();
  for (const stage of plan.stages) built.set(stage.name, await buildStage(stage, built, plan, bin));

  const final = plan.stages.at(-1);
  const image = final && built.get(final.name);
  if (!final || !image) throw new Error('The Dockerfile has no stage');
  const check = last(final, 'HEALTHCHECK');
  return {
    ...image,
    environment: { ...image.environment, PATH: searchPath(bin) },
    command: execForm(last(final, 'CMD')),
    healthCheck: execForm(check, check.text.replace(/^CMD\s+/, '')),
  };
}

async function buildStage(
  stage: Stage,
  earlier: Map<string, Built>,
  plan: Plan,
  bin: string,
): Promise<Built> {
  const base = earlier.get(stage.base);
  const root = join(plan.workshop, 'stages', stage.name);
  const state: Built = { root, directory: '/', environment: { ...base?.environment } };
  mkdirSync(root, { recursive: true });
  if (base) {
    linkTree(base.root, root);
    state.directory = base.directory;
  }
  for (const instruction of stage.instructions) {
    switch (instruction.name) {
      case 'WORKDIR':
        state.directory = posix.resolve(state.directory, instruction.text);
        mkdirSync(join(root, state.directory), { recursive: true });
        break;
      case 'ENV':
        Object.assign(state.environment, environmentOf(instruction));
        break;
      case 'COPY':
        copy(copyOf(instruction), state, earlier, plan);
        break;
      case 'RUN':
        await run(instruction, state, plan, bin);
        break;
    }
  }
  return state;
}

function copy(
  { from, sources, destination }: Copy,
  to: Built,
  earlier: Map<string, Built>,
  plan: Plan,
): void {
  const origin = from === undefined ? undefined : earlier.get(from);
  if (from !== undefined && !origin) throw new Error(`COPY from the unknown stage ${from}`);
  const target = join(to.root, posix.resolve(to.directory, destination));
  const into = destination.endsWith('/') || sources.length > 1;
  for (const source of sources) {
    const path = origin ? join(origin.root, source) : join(plan.context, source);
    const lets = (file: string) =>
      origin !== undefined || !plan.isIgnored(posix.relative(plan.context, file));
    // For a directory, its content is copied.
    const isDirectory = lstatSync(path).isDirectory();
    linkTree(path, into && !isDirectory ? join(target, posix.basename(source)) : target, lets);
  }
}

/** Copies by hard links: the packages have a third of a gigabyte, and nothing changes a file in place. */
function linkTree(from: string, to: string, lets: (path: string) => boolean = () => true): void {
  const entry = lstatSync(from);
  if (entry.isDirectory()) {
    if (existsSync(to) === false) mkdirSync(to, { recursive: true });
    for (const name of readdirSync(from)) linkTree(join(from, name), join(to, name), lets);
  } else if (lets(from)) {
    mkdirSync(dirname(to), { recursive: true });
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(from), to);
    else linkFile(from, to);
  }
}

function linkFile(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    // Another file system, or another user's file.
    if (!['EXDEV', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    copyFileSync(from, to);
  }
}

async function run(instruction: Instruction, state: Built, plan: Plan, bin: string): Promise<void> {
  const directory = MAKE_DIRECTORY.exec(instruction.text);
  if (directory) {
    const [, , , mode = '', path = ''] = directory;
    const made = join(state.root, path);
    mkdirSync(made, { recursive: true });
    chmodSync(made, parseInt(mode, 8));
    if (plan.owner) chownSync(made, plan.owner.uid, plan.owner.gid);
    return;
  }
  // This machine's Debian replaces the base image's, with its own packages.
  if (DEBIAN_PACKAGES.test(instruction.text)) return;
  if (!/^(\w+=\S* )*(npm|node|node_modules\/\.bin\/\w+) /.test(instruction.text)) {
    throw new Error(`Dockerfile, line ${instruction.line}: this step cannot be carried out here`);
  }
  const cwd = join(state.root, state.directory);
  const { known } = plan;
  const isKnown = known?.text === instruction.text && known.isFrom(cwd);
  if (isKnown) linkTree(join(plan.context, known.result), join(cwd, known.result));
  const outside = Object.entries(process.env).filter(([name]) => FROM_OUTSIDE.test(name));
  const child = spawn('/bin/sh', ['-c', isKnown ? known.instead : instruction.text], {
    cwd,
    env: {
      ...Object.fromEntries(outside),
      ...state.environment,
      PATH: searchPath(bin),
      npm_config_prefer_offline: 'true',
      npm_config_progress: 'false',
    } as unknown as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (part) => (output += part));
  child.stderr.on('data', (part) => (output += part));
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) {
    throw new Error(`Dockerfile, line ${instruction.line}, ended with ${String(code)}:\n${output}`);
  }
}

/** The base image's `node` and `npm`: this test's own Node 24, and the npm that is on the path. */
function toolsOf(workshop: string): string {
  const bin = join(workshop, 'bin');
  mkdirSync(bin);
  linkFile(process.execPath, join(bin, 'node'));
  writeFileSync(join(bin, 'npm'), `#!/bin/sh\nexec node '${npmScript()}' "$@"\n`, { mode: 0o755 });
  return bin;
}

function npmScript(): string {
  const given = process.env.npm_execpath;
  if (given && isAbsolute(given) && posix.basename(given) === 'npm-cli.js') return given;
  const found = (process.env.PATH ?? '')
    .split(delimiter)
    .map((directory) => join(directory, 'npm'))
    .find((path) => existsSync(path));
  if (!found) throw new Error('npm is not on the path');
  return realpathSync(found);
}

function searchPath(bin: string): string {
  return [bin, '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter);
}
