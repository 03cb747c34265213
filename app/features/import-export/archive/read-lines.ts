const NEWLINE = 10;

/**
 * The lines of a UTF-8 text, without their line ends; null for a line of more than `max` bytes, which isn't kept in
 * memory.
 */
export async function* readLines(
  bytes: AsyncIterable<Uint8Array>,
  max: number,
): AsyncGenerator<string | null> {
  let parts: Uint8Array[] = [];
  let length = 0;
  const take = (part: Uint8Array) => {
    length += part.length;
    if (length <= max) parts.push(part);
    else parts = [];
  };
  const line = () => {
    const whole = length <= max ? Buffer.concat(parts).toString('utf8') : null;
    parts = [];
    length = 0;
    return whole;
  };
  for await (const chunk of bytes) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      take(chunk.subarray(start, end));
      start = end + 1;
      yield line();
    }
    take(chunk.subarray(start));
  }
  if (length > 0) yield line();
}

/** A row of an archive: the value of its line. */
export type Line = { value: unknown } | 'unreadable';

/** The rows of a list with one row per line, after its first line (see format.ts). */
export async function* readRows(lines: AsyncIterable<string | null>): AsyncGenerator<Line> {
  let isFirst = true;
  for await (const line of lines) {
    if (isFirst) {
      isFirst = false;
      continue;
    }
    if (line === null) yield 'unreadable';
    else if (line.startsWith(']')) return;
    else if (line.trim() !== '') yield parsed(line);
  }
}

/** What the first line of a file says before its list begins; undefined when it can't be read. */
export function readHead(line: string | null | undefined): unknown {
  if (!line?.endsWith('[')) return undefined;
  const head = parsed(`${line}]}`);
  return head === 'unreadable' ? undefined : head.value;
}

function parsed(line: string): Line {
  try {
    return { value: JSON.parse(line.replace(/,\s*$/, '')) as unknown };
  } catch {
    // The caller reports it.
    return 'unreadable';
  }
}
