import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

import { IssuerLinks } from './components/issuer-links';
import { listIssuers } from './configured-issuers.server';
import { beginPath } from './identity';

/** The issuers to sign in or up with, as HTML, since it never changes in the browser; '' without any. */
export function renderIssuerLinks(request: Request): string {
  const { searchParams } = new URL(request.url);
  const [redirectTo, invite] = [searchParams.get('redirectTo'), searchParams.get('invite')];
  const issuers = listIssuers().map(({ id, name }) => ({
    name,
    href: beginPath(id, 'sign-in', { redirectTo, invite }),
  }));
  return issuers.length === 0 ? '' : renderToStaticMarkup(createElement(IssuerLinks, { issuers }));
}
