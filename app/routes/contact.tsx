import type { MetaFunction } from '@remix-run/node';

import { TextPage } from '~/ui/public-page';
import { pageTitle } from '~/ui/page-title';

export const meta: MetaFunction = () => [{ title: pageTitle('Contact') }];

export default function Contact() {
  return (
    <TextPage title="Contact">
      <p>
        A form for questions and suggestions will be here. Until then, please write to the person or
        company that gave you the address of this site.
      </p>
    </TextPage>
  );
}
