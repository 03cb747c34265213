import type { UserScope } from '~/lib/scope';

const { readAlong, readProgress } = await import('~/engine/generation/index.server');

export interface EndedText {
  text: string;
  state: string;
  reason: string | null;
}

/** A requested text at its end, which may have come before anyone asked. */
export async function endedText(userId: UserScope, id: string): Promise<EndedText> {
  const written = new Promise<EndedText | null>((resolve) => {
    let text = '';
    const leave = readAlong(userId, id, 0, {
      text: (chunk) => {
        text += chunk;
      },
      end: ({ state, reason }) => resolve({ text, state, reason }),
    });
    if (!leave) resolve(null);
  });
  const ended = (await written) ?? (await readProgress(userId, id));
  if (!ended) throw new Error(`there is no text ${id}`);
  return ended;
}
