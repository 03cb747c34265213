import type { offerPasskeys } from './ceremony';

const IDLE_MS = 500;

/**
 * Offers passkeys in the list of the email field (`offerPasskeys` in ceremony.ts, which is loaded for it), once the page has
 * nothing better to do. Returns what ends the offer. Without one the page works as before: not every browser has such a list.
 */
export function offerWhenIdle(
  load: () => Promise<{ offerPasskeys: typeof offerPasskeys }>,
  ...args: Parameters<typeof offerPasskeys>
): () => void {
  let stop: (() => void) | undefined;
  let isOver = false;
  async function start(): Promise<void> {
    if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
    const ceremony = await load();
    if (!isOver) stop = ceremony.offerPasskeys(...args);
  }
  const timer = setTimeout(() => void start().catch(() => undefined), IDLE_MS);
  return () => {
    isOver = true;
    clearTimeout(timer);
    stop?.();
  };
}
