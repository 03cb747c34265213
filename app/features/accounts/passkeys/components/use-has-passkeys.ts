import { useHydrated } from '~/ui/use-hydrated';

/** Whether this browser has passkeys for this site: only at the site's own address, never at another that leads to it. */
export function useHasPasskeys(host: string | null): boolean {
  const isHydrated = useHydrated();
  return (
    isHydrated &&
    host !== null &&
    location.hostname === host &&
    typeof window.PublicKeyCredential === 'function'
  );
}
