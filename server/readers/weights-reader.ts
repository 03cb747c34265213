import { checkWeights, NotWeights, unpackWeights } from './lora-weights.ts';

// Reads the weights of a LoRA in a process of its own, because it opens untrusted files and may be killed at any
// moment. It is started by features/media with `archive directory`, or with `weights`, and no environment,
// writes the weights of an archive into the directory, and answers with one line of JSON.

const [input = '', directory] = process.argv.slice(2);

type Answer = { file: string; bytes: number } | { refusal: string };

async function read(): Promise<Answer> {
  const { signal } = new AbortController();
  const file = directory === undefined ? input : await unpackWeights(input, directory, signal);
  return { file, bytes: await checkWeights(file) };
}

const answer = await read().catch((error: unknown): Answer => {
  if (error instanceof NotWeights) return { refusal: error.message };
  throw error;
});
process.stdout.write(JSON.stringify(answer), () => process.exit(0));
