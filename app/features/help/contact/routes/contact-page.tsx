import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';

import { optionalUser } from '~/features/accounts/index.server';
import { ContactForm } from '../components/contact-form';
import { contactKindOf } from '../contact';
import { helpTexts } from '../../texts';
import { answerContactForm, readContactForm } from '../contact-requests.server';
import { pageTitle } from '~/ui/page/page';
import { PublicPage } from '~/ui/page/public-page';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const found = await optionalUser(request, context);
  const { searchParams } = new URL(request.url);
  return {
    person: found && {
      firstName: found.user.firstName,
      lastName: found.user.lastName,
      email: found.user.email,
    },
    kind: contactKindOf(searchParams.get('kind')),
    sent: contactKindOf(searchParams.get('sent')),
  };
}

/** For browsers without JavaScript. */
export async function action({ request, context }: ActionFunctionArgs) {
  return answerContactForm(readContactForm({ request, context }), async () => {
    const found = await optionalUser(request, context);
    return { user: found?.user ?? null, address: context.clientAddress };
  });
}

export const meta: MetaFunction = () => [{ title: pageTitle('Contact') }];

const THANKS = { suggestion: helpTexts.suggestionSent, support: helpTexts.supportSent };

export default function Contact() {
  const { person, kind, sent } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <PublicPage signIn={!person}>
      <article className="mx-auto w-full max-w-2xl px-5 py-12 sm:py-20">
        <h1 className="font-display text-3xl font-semibold tracking-tight text-balance">Contact</h1>
        <p className="mt-3 mb-8 max-w-xl text-lg text-pretty text-muted">
          Tell us what’s wrong, or what you’d love to see.
          {person && (
            <>
              {' '}
              <Link to="/ai-lab" className="text-accent underline underline-offset-4">
                Back to your chats
              </Link>
            </>
          )}
        </p>
        <ContactForm
          person={person}
          kind={kind ?? sent}
          refused={refused}
          thanks={sent && THANKS[sent]}
        />
      </article>
    </PublicPage>
  );
}
