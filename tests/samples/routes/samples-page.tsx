import { Link } from '@remix-run/react';

import { Button } from '~/ui/button';
import { PublicPage } from '~/ui/page/public-page';
import { setTheme, useTheme } from '~/ui/theme';

import { FRAMES } from '../frames';
import { EmailSamples } from '../email-samples';
import { ComponentSamples } from '../component-samples';
import { TokenSamples } from '../token-samples';

/** Every token and every component of app/ui, in every state and in both themes. */
export default function SamplesPage() {
  const theme = useTheme();
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <PublicPage signIn={false}>
      <div className="mx-auto w-full max-w-6xl px-5 py-12">
        <div className="flex flex-wrap items-end justify-between gap-4">
          <h1 className="font-display text-3xl font-semibold tracking-tight">Ink and brass</h1>
          <Button variant="secondary" onClick={() => setTheme(other)}>
            Switch to {other} theme
          </Button>
        </div>
        <p className="mt-4 max-w-xl text-lg leading-relaxed text-muted">
          The tokens and components that Brandwright is made of, each in every state and in both
          themes.
        </p>
        <TokenSamples />
        <ComponentSamples />
        <section aria-labelledby="frames" className="mt-14">
          <h2 id="frames" className="font-display text-2xl font-semibold tracking-tight">
            Whole pages
          </h2>
          <ul className="mt-4 flex flex-wrap gap-x-6 gap-y-2 touch:flex-col">
            {FRAMES.map(({ id, name }) => (
              <li key={id}>
                <Link
                  to={`/samples/${id}`}
                  className="text-accent underline underline-offset-4 touch:inline-flex touch:min-h-11 touch:items-center"
                >
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </section>
        <EmailSamples />
      </div>
    </PublicPage>
  );
}
