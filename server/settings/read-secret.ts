import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Far more than any password. */
const MAX_BYTES = 10_000;

/** The app's commands recognize their failures by this name. */
class CommandFailed extends Error {
  override name = 'CommandFailed';
}

/** Reads a secret: typed twice and hidden at a terminal, otherwise the first line of standard input. */
export async function readSecret(question: string): Promise<string> {
  return process.stdin.isTTY ? readHidden(question) : readLine();
}

async function readHidden(question: string): Promise<string> {
  // Output would echo what is typed.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const ended = new AbortController();
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  lines.once('SIGINT', () => ended.abort());
  lines.once('close', () => ended.abort());
  const ask = async (prompt: string) => {
    process.stderr.write(prompt);
    const typed = await lines.question('', { signal: ended.signal });
    process.stderr.write('\n');
    return typed;
  };
  try {
    const typed = await ask(question);
    if ((await ask('Repeat it: ')) === typed) return typed;
    throw new CommandFailed("The passwords don't match. Nothing was changed.");
  } catch (error) {
    if (!ended.signal.aborted) throw error;
    throw new CommandFailed('\nNothing was changed.');
  } finally {
    lines.close();
  }
}

async function readLine(): Promise<string> {
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    text += String(chunk);
    if (text.includes('\n')) break;
    if (text.length > MAX_BYTES) throw new CommandFailed('This is too long for a password.');
  }
  const [line = ''] = text.split('\n', 1);
  if (line.trim() === '') {
    throw new CommandFailed(
      "There's no password on standard input. Run the command in a terminal to be asked for it, or pipe it in.",
    );
  }
  return line.replace(/\r$/, '');
}
