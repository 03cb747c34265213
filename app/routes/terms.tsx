import type { MetaFunction } from '@remix-run/node';
import { Link } from '@remix-run/react';

import { TextPage } from '~/ui/public-page';
import { pageTitle } from '~/ui/page-title';

export const meta: MetaFunction = () => [{ title: pageTitle('Terms') }];

export default function Terms() {
  return (
    <TextPage title="Terms of use">
      <blockquote>
        <p>
          This is the text that Brandwright comes with. Whoever runs this site should replace it
          with their own terms before others use it.
        </p>
      </blockquote>
      <h2>Your account</h2>
      <p>
        Use your own e-mail address, keep your password to yourself, and tell the operator if you
        think that somebody else has used your account.
      </p>
      <h2>Your content</h2>
      <p>
        What you write and upload stays yours. You allow this site to store and process it as far as
        its functions need. Do not upload what you have no right to use.
      </p>
      <h2>What the AI writes</h2>
      <p>
        Answers, copy and images are made by machines and can be wrong, out of date or similar to
        somebody else’s work. Check them before you rely on them or publish them.
      </p>
      <h2>Fair use</h2>
      <p>
        Do not use this site to break the law, to harm others, or to get around its limits. The
        operator may disable accounts that do.
      </p>
      <h2>No promise of availability</h2>
      <p>
        The site is offered as it is. It can be changed or interrupted, and you should keep copies
        of what matters to you.
      </p>
      <p>
        Questions? The <Link to="/contact">contact page</Link> says how to reach the operator.
      </p>
    </TextPage>
  );
}
