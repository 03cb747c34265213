import { AppError } from '~/lib/errors';
import { singleton } from '~/lib/singleton.server';

import { BUILD_HEADER, OUTDATED } from './build-id';

const named = singleton('build-id', () => ({ read: (): string | null => null }));

/** Says how to find the build's id: the version of the manifest that its documents carry. */
export function nameBuild(read: () => string): void {
  named.read = read;
}

/** Null during development, and in tests without a build. */
export function serverBuild(): string | null {
  return named.read();
}

export function buildHeader(): Record<string, string> {
  const build = serverBuild();
  return build === null ? {} : { [BUILD_HEADER]: build };
}

interface NamedHeaders {
  get(name: string): string | null | undefined;
}

/** Whether the request comes from a page of another build. Scripts don't name one. */
export function isOfOtherBuild(headers: NamedHeaders): boolean {
  const asking = headers.get(BUILD_HEADER) ?? null;
  const ours = serverBuild();
  return asking !== null && ours !== null && asking !== ours;
}

/** Refuses the request of a page from another build, before it does anything. @throws AppError */
export function refuseOtherBuild(headers: NamedHeaders): void {
  if (isOfOtherBuild(headers)) throw new AppError('conflict', OUTDATED);
}
