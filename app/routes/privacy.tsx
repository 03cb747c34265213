import type { MetaFunction } from '@remix-run/node';
import { Link } from '@remix-run/react';

import { TextPage } from '~/ui/public-page';
import { pageTitle } from '~/ui/page-title';

export const meta: MetaFunction = () => [{ title: pageTitle('Privacy') }];

export default function Privacy() {
  return (
    <TextPage title="Privacy">
      <blockquote>
        <p>
          This is the text that Brandwright comes with. Whoever runs this site is responsible for
          your data and should replace it with their own notice, their name and their address.
        </p>
      </blockquote>
      <h2>What is kept</h2>
      <p>
        Your name, your e-mail address, a one-way hash of your password, and what you write, upload
        and generate here. For each sign-in a session is kept until you sign out or it runs out.
      </p>
      <h2>Where it is kept</h2>
      <p>
        On the server that runs this site. There is no advertising, no tracking, and no script from
        other companies, except a payment provider’s on pages where you pay.
      </p>
      <h2>Who else receives it</h2>
      <p>
        When you ask the assistant something, your message and the conversation so far are sent to
        the AI provider that the operator has chosen. When you share a conversation, anyone with the
        link can read it until you stop sharing.
      </p>
      <h2>Cookies</h2>
      <p>
        One cookie keeps you signed in. Your choice of theme stays in your browser and is not sent
        anywhere.
      </p>
      <h2>Your rights</h2>
      <p>
        In the settings you can correct what is kept about you, end your sessions, and ask for your
        account to be deleted with everything in it. You can also ask the operator for a copy of
        your data; the <Link to="/contact">contact page</Link> says how to reach them.
      </p>
    </TextPage>
  );
}
