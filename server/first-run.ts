import type { Running } from '../app/lifecycle.server.ts';

/** While there has never been an admin, whoever sees what the server prints can make one. */
export function tellOfFirstRun({ setupPath }: Pick<Running, 'setupPath'>, appUrl: string): void {
  if (setupPath === null) return;
  console.log(
    `There is no admin yet. To make one, open ${appUrl.replace(/\/$/, '')}${setupPath} (this link works until the next start).`,
  );
}
