import { isRouteErrorResponse, useLocation } from '@remix-run/react';
import { useEffect } from 'react';

import { ErrorPanel } from '~/ui/page/error-panel';
import { wasNavigatedTo } from '~/ui/page/document';
import { toastError } from '~/ui/feedback/toast';

import { shellTexts } from '../../texts';

/** A failed page inside the shell. A client navigation that threw also shows a toast (docs/product.md, Shell). */
export function ShellError({ error }: { error: unknown }) {
  const { key } = useLocation();
  useEffect(() => {
    const threw = !isRouteErrorResponse(error);
    if (threw && wasNavigatedTo(key)) toastError(shellTexts.navigationFailed);
  }, [error, key]);
  return <ErrorPanel error={error} />;
}
