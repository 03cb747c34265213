import type { MetaFunction } from '@remix-run/node';

import { DesignPage } from '../components/design-page';
import { notInProduction } from '../not-in-production.server';
import { pageTitle } from '~/ui/page-title';

export function loader() {
  notInProduction();
  return null;
}

export const meta: MetaFunction = () => [{ title: pageTitle('Design') }];

export default DesignPage;
