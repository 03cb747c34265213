import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';

import { TextPage } from '~/ui/page/public-page';

/** What visitors can see of the settings, in test mode only. */
export interface TestMode {
  webhook: string;
  prices: { price: string; state: string }[] | null;
}

const CARDS = [
  { number: '4242 4242 4242 4242', does: 'Succeeds' },
  { number: '4000 0025 0000 3155', does: 'Asks for authentication first' },
  { number: '4000 0000 0000 9995', does: 'Declined: insufficient funds' },
  { number: '4000 0000 0000 0341', does: 'Succeeds, then fails on renewal' },
  { number: '4000 0000 0000 0259', does: 'Succeeds, then is disputed' },
];

/** For both pages about testing, when test mode is off. */
export function TestModeOff({ title }: { title: string }) {
  return (
    <TextPage title={title}>
      <p>
        Test mode is off. Plans and prices are on the <Link to="/pricing">pricing page</Link>.
      </p>
    </TextPage>
  );
}

/** Below the pricing page: which configured prices are shown, and why others aren't. */
export function PriceChecks({ test: { prices } }: { test: TestMode }) {
  return (
    <section aria-labelledby="prices" className="mt-14 max-w-3xl">
      <h2 id="prices" className="font-display text-2xl font-semibold tracking-tight">
        Configured prices
      </h2>
      {prices === null && (
        <p className="mt-3 text-muted">Stripe can’t be reached right now. The log says why.</p>
      )}
      {prices?.length === 0 && (
        <p className="mt-3 text-muted">STRIPE_PRICES is empty, so there’s nothing to sell yet.</p>
      )}
      {prices && prices.length > 0 && (
        <Table
          head={['Price', 'State']}
          rows={prices.map(({ price, state }) => [
            <code key="price" className="break-all">
              {price}
            </code>,
            state,
          ])}
        />
      )}
      <p className="mt-4 text-muted">
        Pay with a test card:{' '}
        <Link to="/stripe-testing" className="text-accent underline underline-offset-4">
          cards and instructions
        </Link>
        .
      </p>
    </section>
  );
}

export function StripeTesting({ test: { webhook } }: { test: TestMode }) {
  return (
    <TextPage title="Testing payments">
      <p>
        Payments are in test mode: everything works as it will later, but no money moves. Choose
        something on the <Link to="/pricing-dev">test pricing page</Link> and pay with one of these
        cards, any future date, and any three digits.
      </p>
      <Table
        head={['Card', 'What happens']}
        rows={CARDS.map(({ number, does }) => [<code key="number">{number}</code>, does])}
      />
      <h2>What to expect</h2>
      <ol>
        <li>After you pay, you come back here, and the page waits for Stripe’s confirmation.</li>
        <li>
          Stripe sends its events to <code className="break-all">{webhook}</code>. On your own
          machine, forward them with <code>stripe listen --forward-to {webhook}</code>.
        </li>
        <li>The plan shows up in Settings under Subscription, its tokens under Tokens.</li>
        <li>“Manage plan and payments” opens Stripe’s portal, where you can cancel the plan.</li>
      </ol>
    </TextPage>
  );
}

function Table({ head, rows }: { head: [string, string]; rows: [ReactNode, ReactNode][] }) {
  return (
    <div className="my-5 overflow-hidden rounded-xl border">
      <table className="w-full text-left text-sm">
        <thead className="bg-sunken">
          <tr>
            {head.map((name) => (
              <th key={name} scope="col" className="px-4 py-2.5 font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y">
          {rows.map(([first, second], index) => (
            <tr key={index}>
              <td className="px-4 py-2.5">{first}</td>
              <td className="px-4 py-2.5">{second}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
