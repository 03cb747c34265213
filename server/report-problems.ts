import type { AppEntry } from './build.ts';

/** Tells the operator what is wrong around the app, once it runs: a store that is far away holds up no start. */
export function reportProblems(app: AppEntry): void {
  app.findStartProblems().then(
    (problems) => problems.forEach((sentence) => console.error(sentence)),
    (error: unknown) => console.error('Could not check what the app needs:', error),
  );
}
