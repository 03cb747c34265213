import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';

import { TextPage } from '~/ui/page/public-page';

/** What visitors can see of the settings, in test mode only. */
export interface TestMode {
  webhook: string;
  prices: { price: string; state: string }[] | null;
}

const CARDS = [
  { number: '4242 4242 4242 4242', does: 'is accepted' },
  { number: '4000 0025 0000 3155', does: 'asks for a confirmation first' },
  { number: '4000 0000 0000 9995', does: 'is declined: too little money' },
  { number: '4000 0000 0000 0341', does: 'is taken, and declined when a plan is renewed' },
  { number: '4000 0000 0000 0259', does: 'is accepted, then disputed' },
];

/** For both pages about testing, when test mode is off. */
export function TestModeOff({ title }: { title: string }) {
  return (
    <TextPage title={title}>
      <p>
        Test mode is off on this site. What it costs is on the{' '}
        <Link to="/pricing">pricing page</Link>.
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
        <p className="mt-3 text-muted">Stripe cannot be asked just now. Its cause is in the log.</p>
      )}
      {prices?.length === 0 && (
        <p className="mt-3 text-muted">STRIPE_PRICES is empty: there is nothing to sell yet.</p>
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
        How to pay without money is on the{' '}
        <Link to="/stripe-testing" className="text-accent underline underline-offset-4">
          page about tests
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
        Payments on this site are in test mode: everything works as it will, and no money moves.
        Choose something on the <Link to="/pricing-dev">pricing page for tests</Link> and pay with
        one of these cards, with any date ahead and any three digits.
      </p>
      <Table
        head={['Card', 'What it does']}
        rows={CARDS.map(({ number, does }) => [<code key="number">{number}</code>, does])}
      />
      <h2>What should happen</h2>
      <ol>
        <li>After paying you come back here, and the page waits for Stripe’s word.</li>
        <li>
          Stripe sends its events to <code className="break-all">{webhook}</code>. On your own
          machine <code>stripe listen --forward-to {webhook}</code> brings them there.
        </li>
        <li>The plan stands in the settings under Subscription, with its tokens under Tokens.</li>
        <li>“Manage” leads to Stripe’s portal, where the plan can be canceled.</li>
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
