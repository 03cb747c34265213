// The issuers to continue with, as HTML: it never changes in the browser, so no script is loaded for it.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

import type { UserScope } from '~/lib/scope';

import { IssuerLinks } from './components/issuer-links';
import { listIssuers } from './configured-issuers.server';
import { beginPath, type IssuerPurpose, type IssuerView } from './identity';
import { listOwnIssuers } from './identity-actions.server';

/** For sign-in and sign-up; '' without any. */
export function renderIssuerLinks(request: Request): string {
  const { searchParams } = new URL(request.url);
  const [redirectTo, invite] = [searchParams.get('redirectTo'), searchParams.get('invite')];
  return render(listIssuers(), 'sign-in', { redirectTo, invite });
}

/** Where someone without a password can show who they are; '' if nowhere. */
export async function renderOwnIssuers(userId: UserScope, redirectTo: string): Promise<string> {
  return render(await listOwnIssuers(userId), 'confirm', { redirectTo });
}

function render(
  issuers: IssuerView[],
  purpose: IssuerPurpose,
  params: Record<string, string | null>,
): string {
  if (issuers.length === 0) return '';
  const links = issuers.map(({ id, name }) => ({ name, href: beginPath(id, purpose, params) }));
  const isOnly = purpose === 'confirm';
  return renderToStaticMarkup(createElement(IssuerLinks, { issuers: links, isOnly }));
}
