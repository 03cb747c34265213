import type { Running } from '../app/lifecycle.server.ts';
import type { AppEntry } from './build.ts';

/** Prints the link for creating the first admin. It's shown to the operator only, because it works for anyone. */
export function printSetupLink({ setupPath }: Pick<Running, 'setupPath'>, appUrl: string): void {
  if (setupPath === null) return;
  console.log(
    `There's no admin yet. To create one, open ${appUrl.replace(/\/$/, '')}${setupPath} (this link works until the next start).`,
  );
}

/** Prints what is wrong with the systems around the app, once it runs: a slow object store doesn't delay the start. */
export function printStartProblems(app: AppEntry): void {
  // It never rejects.
  void app.findStartProblems().then((problems) => {
    for (const sentence of problems) console.error(sentence);
  });
}
