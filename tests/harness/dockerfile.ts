/** One instruction of a Dockerfile. */
export interface Instruction {
  name: string;
  /** The line number where it begins. */
  line: number;
  /** `--from=build` and the like. */
  flags: Record<string, string>;
  /** What follows the flags, on one line. */
  text: string;
}

export interface Stage {
  /** The stage's name, otherwise its number. */
  name: string;
  /** An image, or an earlier stage. */
  base: string;
  instructions: Instruction[];
}

export interface Copy {
  /** The stage to copy from; otherwise the build context. */
  from?: string;
  sources: string[];
  destination: string;
}

const KNOWN = new Set(
  'FROM RUN CMD COPY ENV EXPOSE HEALTHCHECK STOPSIGNAL USER VOLUME WORKDIR'.split(' '),
);
const FLAG = /^--([a-z-]+)=(\S*)\s*/;

/**
 * Reads the stages of a Dockerfile. It refuses what it doesn't know, so that no instruction is silently unchecked.
 */
export function readDockerfile(file: string): Stage[] {
  const stages: Stage[] = [];
  for (const instruction of instructionsOf(file)) {
    if (instruction.name === 'FROM') {
      const [, base = '', name] = /^(\S+)(?:\s+AS\s+(\S+))?$/i.exec(instruction.text) ?? [];
      if (base === '') throw unreadable(instruction, 'FROM image [AS name] is expected');
      stages.push({ name: name ?? String(stages.length), base, instructions: [] });
      continue;
    }
    const stage = stages.at(-1);
    if (!stage) throw unreadable(instruction, 'FROM has to come first');
    stage.instructions.push(instruction);
  }
  return stages;
}

function instructionsOf(file: string): Instruction[] {
  const found: Instruction[] = [];
  let open: { line: number; text: string } | undefined;
  file.split('\n').forEach((raw, index) => {
    // Comments and empty lines are also allowed within an instruction.
    if (/^\s*(#|$)/.test(raw)) return;
    open ??= { line: index + 1, text: '' };
    const continued = /^(.*?)\\\s*$/.exec(raw);
    open.text = `${open.text} ${(continued?.[1] ?? raw).trim()}`.trim();
    if (continued) return;
    found.push(instructionOf(open.text, open.line));
    open = undefined;
  });
  if (open) throw new Error(`Dockerfile, line ${open.line}: the instruction does not end`);
  return found;
}

function instructionOf(source: string, line: number): Instruction {
  const [, word = '', rest = ''] = /^(\S+)\s+(?!\s)(.*)$/.exec(source) ?? [];
  const name = word.toUpperCase();
  const flags: Record<string, string> = {};
  let text = rest;
  for (let flag = FLAG.exec(text); flag; flag = FLAG.exec(text)) {
    flags[flag[1] ?? ''] = flag[2] ?? '';
    text = text.slice(flag[0].length);
  }
  const instruction = { name, line, flags, text };
  if (!KNOWN.has(name)) throw unreadable(instruction, 'the instruction is not known here');
  if (text.includes('<<')) throw unreadable(instruction, 'here-documents are not known here');
  return instruction;
}

function unreadable({ name, line }: Instruction, reason: string): Error {
  return new Error(`Dockerfile, line ${line} (${name}): ${reason}`);
}

/** A command in its exec form, which runs without a shell that would keep signals to itself. */
export function execForm(instruction: Instruction, text = instruction.text): string[] {
  let command: unknown;
  try {
    command = JSON.parse(text);
  } catch (cause) {
    throw new Error(unreadable(instruction, 'the exec form is expected').message, { cause });
  }
  if (!Array.isArray(command) || !command.every((part) => typeof part === 'string')) {
    throw unreadable(instruction, 'an array of strings is expected');
  }
  return command;
}

export function copyOf(instruction: Instruction): Copy {
  const words = instruction.text.split(/\s+/);
  const destination = words.pop();
  if (destination === undefined || words.length === 0 || /[[\]*?"]/.test(instruction.text)) {
    throw unreadable(instruction, 'plain sources and a destination are expected');
  }
  return { from: instruction.flags.from, sources: words, destination };
}

/** `NAME=value …`; a value has no spaces here. */
export function environmentOf(instruction: Instruction): Record<string, string> {
  return Object.fromEntries(
    instruction.text.split(/\s+/).map((pair) => {
      const [, name = '', value = ''] = /^(\w+)=([^"'$]*)$/.exec(pair) ?? [];
      if (name === '') throw unreadable(instruction, `"${pair}" is not of the form NAME=value`);
      return [name, value];
    }),
  );
}

/** The instructions of one name in a stage. */
export function all(stage: Stage, name: string): Instruction[] {
  return stage.instructions.filter((instruction) => instruction.name === name);
}

/** The last instruction of this name, which is the one that counts. */
export function last(stage: Stage, name: string): Instruction {
  const found = all(stage, name).at(-1);
  if (!found) throw new Error(`The stage ${stage.name} has no ${name}`);
  return found;
}
