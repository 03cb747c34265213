import type { MetaFunction } from '@remix-run/node';

import { TextPage } from '~/ui/public-page';
import { pageTitle } from '~/ui/page-title';

export const meta: MetaFunction = () => [{ title: pageTitle('Pricing') }];

export default function Pricing() {
  return (
    <TextPage title="Pricing">
      <p>
        The plans of this site will be listed here. Every new account starts with a free trial of 7
        days.
      </p>
    </TextPage>
  );
}
