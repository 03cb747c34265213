import { useRevalidator } from '@remix-run/react';
import { useEffect, useState } from 'react';

type Check = 'none' | 'asked' | 'running';

/**
 * True while a page that the Back button has brought back from the browser's memory waits to hear whether its session
 * still holds: it may have ended meanwhile, and then what the page shows is no longer for the person at this browser.
 * Loading its data again asks that, and leads to sign-in where it has.
 */
export function useSessionCheck(): boolean {
  const { revalidate, state } = useRevalidator();
  const [check, setCheck] = useState<Check>('none');
  if (check === 'asked' && state === 'loading') setCheck('running');
  if (check === 'running' && state === 'idle') setCheck('none');

  useEffect(() => {
    const onPageShow = (event: PageTransitionEvent) => {
      // Without a network no one can say, and the page is worth more than an error.
      if (!event.persisted || !navigator.onLine) return;
      setCheck('asked');
      revalidate();
    };
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, [revalidate]);

  return check !== 'none';
}
