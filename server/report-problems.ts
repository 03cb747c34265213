import type { AppEntry } from './build.ts';

/** Tells the operator what is wrong around the app, once it runs: a store that is far away holds up no start. */
export function reportProblems(app: AppEntry): void {
  // It never rejects.
  void app.findStartProblems().then((problems) => {
    for (const sentence of problems) console.error(sentence);
  });
}
