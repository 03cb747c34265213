import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';

import { formatCount, formatNumber } from '~/lib/format/numbers';
import { buttonClass } from '~/ui/button';
import { PublicPage } from '~/ui/page/public-page';

import type { Metering } from '../../ledger/spending';
import { TRIAL_DAYS, TRIAL_TOKENS } from '../../ledger/terms';
import type { PlansView } from '../plans';
import { BuyButton, PackList } from './pack-list';
import { type CurrentPlan, PlanList } from './plan-list';
import { TestNotice } from './test-notice';

export interface PricingView {
  metering: Metering;
  signUp: 'open' | 'invite' | 'domains' | 'closed';
  /** How many posts the trial is good for; null if none. */
  trialPosts: number | null;
  /** Null: Stripe is unavailable. */
  offers: PlansView | null;
  /** Null: a visitor. */
  reader: { plan: CurrentPlan | null } | null;
}

interface PricingPageProps {
  view: PricingView;
  /** The product at work, for those who haven't seen it. */
  example?: ReactNode;
  children?: ReactNode;
}

export function PricingPage({ view, example, children }: PricingPageProps) {
  const { metering, offers, reader } = view;
  const hasPlans = offers !== null && offers.plans.length > 0;
  const hasOffers = hasPlans || (offers !== null && offers.packs.length > 0);
  const { title, intro } = headOf(view);
  return (
    <PublicPage signIn={!reader}>
      <article className="mx-auto w-full max-w-5xl px-5 py-12 sm:py-20">
        <div className="mx-auto max-w-2xl text-center">
          <h1 className="font-display text-3xl font-semibold tracking-tight text-balance">
            {title}
          </h1>
          <p className="mt-4 text-lg leading-relaxed text-balance text-muted">{intro}</p>
          {!hasPlans && <Start view={view} />}
          {offers?.mode === 'test' && (
            <div className="mt-6">
              <TestNotice />
            </div>
          )}
        </div>
        {hasOffers && <Offers view={view} offers={offers} />}
        <Included title={hasPlans ? 'Included in every plan' : 'What you get'} example={example} />
        <Questions questions={metering === 'billing' ? PAID_QUESTIONS : FREE_QUESTIONS} />
        {children}
      </article>
    </PublicPage>
  );
}

function headOf({ metering, offers, reader, trialPosts }: PricingView): {
  title: string;
  intro: string;
} {
  if (metering === 'off') {
    return {
      title: 'Free to use here',
      intro: 'No plan to pick, no card to enter. Just start writing.',
    };
  }
  if (metering === 'allowance') {
    return {
      title: 'Free to use here',
      intro: 'Your tokens come from your admin. There’s nothing to pay, and no card to enter.',
    };
  }
  if (reader && offers?.plans.length) {
    return {
      title: 'Plans',
      intro: 'Every plan includes everything. Change or cancel anytime.',
    };
  }
  const good = trialPosts === null ? '' : `, enough for about ${formatCount(trialPosts, 'post')}`;
  return {
    title: offers?.plans.length ? 'Start free, then pick a plan' : 'Start free',
    intro: `Every new account gets ${TRIAL_DAYS} days and ${formatNumber(TRIAL_TOKENS)} tokens${good}. No card needed.`,
  };
}

const START = buttonClass({ size: 'lg' });

/** What to do next, on a page without plans. */
function Start({ view: { metering, signUp, offers, reader } }: { view: PricingView }) {
  return (
    <>
      <p className="mt-7">
        {reader ? (
          <Link to="/ai-lab" className={START}>
            Go to your chats
          </Link>
        ) : signUp === 'closed' ? (
          <Link to="/auth/login" className={START}>
            Sign in
          </Link>
        ) : (
          <Link to="/auth/signup" className={START}>
            {signUp === 'invite' ? 'Sign up with an invitation' : 'Create an account'}
          </Link>
        )}
      </p>
      {metering === 'billing' && (
        <p className="mt-5 text-pretty text-muted">
          {offers === null ? (
            'Prices couldn’t be loaded. Reload the page in a few minutes.'
          ) : (
            <>
              No plans are on sale yet.{' '}
              <Link to="/contact" className={LINK}>
                Contact us
              </Link>{' '}
              when you need more tokens.
            </>
          )}
        </p>
      )}
    </>
  );
}

const LINK = 'text-accent underline underline-offset-4 touch:inline-block touch:py-3';
const HEADING = 'font-display text-2xl font-semibold tracking-tight';

function Offers({ view, offers }: { view: PricingView; offers: PlansView }) {
  const { plans, packs, weight } = offers;
  const { reader } = view;
  return (
    <>
      {plans.length > 0 && (
        <div className="mt-10">
          <PlanList
            plans={plans}
            weight={weight}
            current={reader?.plan}
            centered
            action={({ price, name }, variant) => {
              if (reader === null) return <TrialLink signUp={view.signUp} variant={variant} />;
              if (!reader.plan) {
                return <BuyButton price={price} variant={variant}>{`Choose ${name}`}</BuyButton>;
              }
              return (
                <Link
                  to="/settings?tab=subscription"
                  className={buttonClass({ variant: 'secondary' })}
                >
                  Manage your plan
                </Link>
              );
            }}
          />
        </div>
      )}
      {packs.length > 0 && (
        <section aria-labelledby="packs" className="mx-auto mt-16 max-w-2xl text-center">
          <h2 id="packs" className={HEADING}>
            Token packs
          </h2>
          <p className="mt-2 mb-5 text-pretty text-muted">
            Buy once, with or without a plan. Your plan’s tokens are used first.
          </p>
          <div className="text-left">
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
          </div>
        </section>
      )}
    </>
  );
}

interface TrialLinkProps {
  signUp: PricingView['signUp'];
  variant: 'primary' | 'secondary';
}

function TrialLink({ signUp, variant }: TrialLinkProps) {
  const className = buttonClass({ variant });
  if (signUp === 'closed') {
    return (
      <Link to="/auth/login" className={className}>
        Sign in to choose
      </Link>
    );
  }
  return (
    <Link to="/auth/signup" className={className}>
      {signUp === 'invite' ? 'Sign up with an invitation' : 'Start free trial'}
    </Link>
  );
}

const INCLUDED = [
  ['Your brand, once', 'Describe your voice, audience, and offer. Everything you create follows.'],
  ['Copy for every channel', 'Posts, articles, pages, and emails, with variants side by side.'],
  ['Images and videos', 'From a prompt or your own photos, at the size you need.'],
  ['An assistant for your business', 'Ideas, plans, and files in one chat. ChatGPT history, too.'],
] as const;

function Included({ title, example }: { title: string; example: ReactNode }) {
  return (
    <section
      aria-labelledby="included"
      className="mt-16 grid items-center gap-x-14 gap-y-10 border-t pt-14 lg:grid-cols-2"
    >
      <div>
        <h2 id="included" className={HEADING}>
          {title}
        </h2>
        <dl className="mt-6 grid gap-x-8 gap-y-6 sm:max-lg:grid-cols-2">
          {INCLUDED.map(([name, text]) => (
            <div key={name}>
              <dt className="font-medium">{name}</dt>
              <dd className="mt-1 text-pretty text-muted">{text}</dd>
            </div>
          ))}
        </dl>
      </div>
      {example}
    </section>
  );
}

interface Question {
  question: string;
  answer: string;
}

const DATA: Question = {
  question: 'Where is my work kept?',
  answer:
    'On this server. Only what you ask AI to work on goes to an AI service; the privacy page says which. You can export everything anytime.',
};

const PAID_QUESTIONS: Question[] = [
  {
    question: 'What is a token?',
    answer:
      'A small piece of text, about three quarters of an English word. What you send and what you get back both count. Images and videos have fixed prices, shown before you start.',
  },
  {
    question: 'What happens to unused tokens?',
    answer: 'A plan’s tokens last for their month. Token packs never expire.',
  },
  {
    question: 'Can I cancel?',
    answer:
      'Anytime, in Settings. Your plan runs until the end of the time you’ve paid for, and everything you made stays yours.',
  },
  DATA,
];

const FREE_QUESTIONS: Question[] = [
  {
    question: 'Is it really free?',
    answer:
      'Yes. The people who host Brandwright here cover the cost, so you won’t be asked for a card.',
  },
  DATA,
];

function Questions({ questions }: { questions: readonly Question[] }) {
  return (
    <section aria-labelledby="questions" className="mt-16 border-t pt-14">
      <h2 id="questions" className={`${HEADING} text-center`}>
        Questions
      </h2>
      <dl className="mx-auto mt-8 grid max-w-4xl gap-x-12 gap-y-8 sm:grid-cols-2">
        {questions.map(({ question, answer }) => (
          <div key={question}>
            <dt className="font-medium">{question}</dt>
            <dd className="mt-1 text-pretty text-muted">{answer}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
