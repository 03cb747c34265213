import type { MetaFunction } from '@remix-run/node';

import { DesignPage } from '~/features/design';
import { notInProduction } from '~/features/design/index.server';
import { pageTitle } from '~/ui/page-title';

export function loader() {
  notInProduction();
  return null;
}

export const meta: MetaFunction = () => [{ title: pageTitle('Design') }];

export default DesignPage;
