import { useParams } from '@remix-run/react';

import { AuthCard } from '~/features/accounts';
import { Button } from '~/ui/button';
import { ErrorPanel } from '~/ui/page/error-panel';
import { Field } from '~/ui/forms/field';
import { FormError } from '~/ui/feedback/notice';
import { Page } from '~/ui/page/page';
import { PublicPage, TextPage } from '~/ui/page/public-page';

import { FormatsFrame } from '../formats-frame';
import { FRAMES } from '../frames';

/** A sample that is a whole page. */
export default function FramePage() {
  const { frame } = useParams();
  const id = FRAMES.find((one) => one.id === frame)?.id;
  switch (id) {
    case undefined:
      throw new Error(`There is no sample "${frame}".`);
    case 'auth-card':
      return (
        <AuthCard
          title="A card"
          footer={
            <>
              A way elsewhere: <a href="/samples">to the samples</a>
            </>
          }
        >
          <form className="space-y-5">
            <FormError>Something was wrong with this form.</FormError>
            <Field label="Email" type="email" />
            <Field label="Password" type="password" errors={['Please enter your password']} />
            <Button className="w-full">Go on</Button>
          </form>
        </AuthCard>
      );
    case 'text-page':
      return (
        <TextPage title="A page of running text">
          <p>It is read from top to bottom, in a column of comfortable width.</p>
          <h2>With headings</h2>
          <p>And paragraphs below them.</p>
        </TextPage>
      );
    case 'page':
      return (
        <PublicPage signIn={false}>
          <Page title="A signed-in page" intro="One heading, an intro, then its content.">
            <Field label="Something to fill in" />
          </Page>
        </PublicPage>
      );
    case 'formats':
      return <FormatsFrame />;
    default:
      return (
        <PublicPage signIn={false}>
          <ErrorPanel
            error={{
              status: Number(id.slice('error-'.length)),
              statusText: '',
              internal: false,
              data: '',
            }}
          />
        </PublicPage>
      );
  }
}
