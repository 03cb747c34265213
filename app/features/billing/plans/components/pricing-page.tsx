import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';

import { formatNumber } from '~/lib/format';
import { buttonClass } from '~/ui/button';
import { PublicPage } from '~/ui/page/public-page';

import type { Metering } from '../../ledger/spending';
import { TRIAL_DAYS, TRIAL_TOKENS } from '../../ledger/terms';
import type { PlansView } from '../plans';
import { BuyButton, PackList } from './pack-list';
import { PlanList } from './plan-list';

export interface PricingView {
  metering: Metering;
  /** Null: Stripe is unavailable. */
  offers: PlansView | null;
  /** Null: a visitor. */
  reader: { hasPlan: boolean } | null;
}

const LINK =
  'font-medium text-accent underline underline-offset-4 touch:inline-flex touch:min-h-11 touch:items-center';

export function PricingPage({ view, children }: { view: PricingView; children?: ReactNode }) {
  const { offers, reader } = view;
  const sells = offers !== null && offers.plans.length + offers.packs.length > 0;
  return (
    <PublicPage signIn={!reader}>
      <article className="mx-auto w-full max-w-5xl px-5 py-12 sm:py-20">
        <h1 className="font-display text-3xl leading-tight font-semibold tracking-tight text-balance">
          Pricing
        </h1>
        <p className="mt-4 max-w-2xl text-lg leading-relaxed text-pretty text-muted">
          {introOf(view)}
        </p>
        {offers?.mode === 'test' && <TestNotice />}
        {sells && <Offers offers={offers} reader={reader} />}
        {!sells && <Otherwise view={view} />}
        {children}
      </article>
    </PublicPage>
  );
}

function introOf({ metering, offers }: PricingView): string {
  if (metering === 'off') return 'This site is free to use: nothing is counted against you.';
  if (metering === 'allowance') {
    return 'Whoever runs this site gives each person an amount of tokens a month. There is nothing to pay.';
  }
  const trial = `Every new account starts with a free trial: ${TRIAL_DAYS} days and ${formatNumber(TRIAL_TOKENS)} tokens, without a card.`;
  return offers?.plans.length ? `${trial} After that, choose the plan that fits.` : trial;
}

function TestNotice() {
  return (
    <p className="mt-6 max-w-2xl rounded-md border bg-accent-soft px-3.5 py-2.5 text-sm text-pretty">
      Payments are in test mode on this site: only test cards work, and no money moves.
    </p>
  );
}

function Offers({ offers, reader }: { offers: PlansView; reader: PricingView['reader'] }) {
  const { plans, packs } = offers;
  return (
    <>
      {plans.length > 0 && (
        <div className="mt-10">
          <PlanList
            plans={plans}
            action={({ price, name }) =>
              reader ? (
                reader.hasPlan ? (
                  <Link
                    to="/settings?tab=subscription"
                    className={buttonClass({ variant: 'secondary' })}
                  >
                    Manage your plan
                  </Link>
                ) : (
                  <BuyButton price={price}>{`Choose ${name}`}</BuyButton>
                )
              ) : (
                <Link to="/auth/signup" className={buttonClass()}>
                  Start the free trial
                </Link>
              )
            }
          />
        </div>
      )}
      {packs.length > 0 && (
        <section aria-labelledby="packs" className="mt-14 max-w-2xl">
          <h2 id="packs" className="font-display text-2xl font-semibold tracking-tight">
            Token packs
          </h2>
          <p className="mt-2 mb-5 text-pretty text-muted">
            Bought once, with or without a plan, and used after the plan’s own tokens.
          </p>
          <PackList
            packs={packs}
            action={({ price, name }) =>
              reader && (
                <BuyButton price={price} variant="secondary">
                  {`Buy ${name}`}
                </BuyButton>
              )
            }
          />
        </section>
      )}
      <Questions />
    </>
  );
}

function Otherwise({ view: { metering, offers, reader } }: { view: PricingView }) {
  return (
    <div className="prose-chat mt-8 max-w-2xl">
      {metering === 'billing' && offers === null && (
        <p>The prices cannot be shown just now. Please look again in a few minutes.</p>
      )}
      {metering === 'billing' && offers !== null && (
        <p>
          There are no plans to buy here yet. When your trial is over, please{' '}
          <Link to="/contact">write to whoever runs this site</Link>.
        </p>
      )}
      <p>
        {reader ? (
          <Link to="/ai-lab" className={LINK}>
            Go to your chats
          </Link>
        ) : (
          <Link to="/auth/signup" className={LINK}>
            Create an account
          </Link>
        )}
      </p>
    </div>
  );
}

const QUESTIONS = [
  {
    question: 'What is a token?',
    answer:
      'The unit in which language models count text: about three quarters of an English word. What you send and what you get both count; pictures and videos cost a fixed number each, which is shown before you start.',
  },
  {
    question: 'What happens to tokens that are left?',
    answer:
      'Those of a plan are for their month, and a new month brings new ones. Tokens of a pack stay until they are used.',
  },
  {
    question: 'Can I cancel?',
    answer:
      'At any time, in the settings. The plan then goes on until the end of the time that is paid for, and everything you made stays yours.',
  },
];

function Questions() {
  return (
    <section aria-labelledby="questions" className="mt-14 max-w-2xl">
      <h2 id="questions" className="font-display text-2xl font-semibold tracking-tight">
        Questions
      </h2>
      <dl className="mt-5 space-y-5">
        {QUESTIONS.map(({ question, answer }) => (
          <div key={question}>
            <dt className="font-medium">{question}</dt>
            <dd className="mt-1 text-pretty text-muted">{answer}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
