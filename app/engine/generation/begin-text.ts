import { append, entry, finish, noteAsked } from './live-texts';
import { isRunning } from './state';
import { textEventReader, type TextListener } from './text-events';

/**
 * Begins to read a text that was asked for. Resolves with what the request has made when that is stored; the reading goes
 * on. `lost` is told when the response ended without the text's end.
 * @throws what `asked` rejects with, or TypeError when the network failed.
 */
export async function begin<Start extends object>(
  asked: Promise<Response>,
  { idOf, lost }: { idOf: (start: Start) => string; lost: (id: string) => void },
): Promise<Start> {
  const response = await asked;
  return new Promise((resolve, reject) => {
    let id: string | null = null;
    const over = () => {
      if (id === null) return reject(new TypeError('the connection was lost'));
      if (!isRunning(entry(id).state)) return;
      entry(id).source = 'none';
      lost(id);
    };
    readTextStream<Start>(response, {
      start(start) {
        id = idOf(start);
        entry(id).source = 'response';
        noteAsked(id);
        resolve(start);
      },
      text: (text) => {
        if (id) append(id, text);
      },
      end: (end) => {
        if (id) finish(id, end);
      },
    }).then(over, over);
  });
}

export async function readTextStream<Start extends object>(
  response: Response,
  listener: TextListener<Start>,
): Promise<void> {
  if (!response.body) return;
  const feed = textEventReader(listener);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    feed(value);
  }
}
