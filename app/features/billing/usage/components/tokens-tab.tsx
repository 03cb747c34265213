import { Link } from '@remix-run/react';
import { useCallback, useEffect, useState, type ReactNode } from 'react';

import { onEvent } from '~/engine/events';
import { formatDay } from '~/lib/format/dates';
import { formatNumber, formatBytes } from '~/lib/format/numbers';
import { useLoadOnUse } from '~/ui/load-on-use';
import { SkeletonList } from '~/ui/feedback/skeleton';
import { useReload } from '~/ui/use-reload';

import { BuyButton, PackList } from '../../plans/components/pack-list';
import { bucketRows, meteringText, trialText } from '../balance-text';
import { leftText, type TokensTabData } from '../tokens';
import { UsagePart } from './part';

const loadDetails = () => import('./tokens-details');

const LINK = 'font-medium text-accent underline underline-offset-4';
/** On a line of its own. */
const TALL_LINK = `${LINK} touch:inline-block touch:py-3`;

/** The Tokens tab: what is left, what can be bought, and what was used. */
export function TokensTab({ data }: { data: TokensTabData }) {
  const { balance, packs, zone, now } = data;
  const { metering, shown } = balance;
  const reload = useReload();
  // The lists change with the number of tokens, so they are loaded again.
  useEffect(() => onEvent('tokens', reload), [reload]);
  const trial = trialText(balance, now, zone);
  const [isWanted, setIsWanted] = useState(true);
  const giveUp = useCallback(() => setIsWanted(false), []);
  const details = useLoadOnUse(loadDetails, isWanted, giveUp);

  return (
    <div className="space-y-12">
      <section aria-label="Tokens left">
        {shown !== null && (
          <p className="font-display text-3xl font-semibold tracking-tight tabular-nums">
            {leftText(shown)}
          </p>
        )}
        <p className={`max-w-xl text-pretty text-muted ${shown === null ? '' : 'mt-2'}`}>
          {meteringText(balance)}
        </p>
        {shown !== null && shown.waiting > 0 && (
          <p className="mt-2 max-w-xl text-pretty">
            <Link to="/auth/verify" className={LINK}>
              Confirm your email
            </Link>{' '}
            to use your trial tokens.
          </p>
        )}
        {trial !== null && <p className="mt-2 max-w-xl text-pretty">{trial}</p>}
        <Buckets data={data} />
        {metering === 'billing' && (
          <p className="mt-4 text-sm">
            <Link to="/settings?tab=subscription" className={TALL_LINK}>
              Plan and billing
            </Link>
          </p>
        )}
        {metering === 'allowance' && (
          <p className="mt-4 text-sm">
            <Link to="/settings?tab=contact" className={TALL_LINK}>
              Ask for more tokens
            </Link>
          </p>
        )}
      </section>

      {(packs === null || packs.length > 0) && (
        <UsagePart title="Buy tokens">
          {packs === null ? (
            <p className="text-muted">
              Token packs couldn’t be loaded. Reload the page in a moment.
            </p>
          ) : (
            <PackList
              packs={packs}
              action={({ price, name }) => (
                <BuyButton price={price} variant="secondary">{`Buy ${name}`}</BuyButton>
              )}
            />
          )}
        </UsagePart>
      )}

      <Storage {...data.storage} />
      {details === undefined ? (
        isWanted ? (
          <SkeletonList label="Loading usage…" count={1} shape="h-72" />
        ) : (
          <div className="grid h-72 place-items-center">
            <button type="button" onClick={() => setIsWanted(true)} className={LINK}>
              Show usage
            </button>
          </div>
        )
      ) : (
        <details.TokensDetails data={data} />
      )}
    </div>
  );
}

/** Each bucket with its end. */
function Buckets({ data: { balance, reserved, zone } }: { data: TokensTabData }) {
  const { debt } = balance;
  const rows = bucketRows(balance);
  if (rows.length === 0) return null;
  return (
    <dl className="mt-5 divide-y border-y text-sm">
      {rows.map(({ name, tokens, end }) => (
        <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5">
          <dt>{name}</dt>
          <dd className="tabular-nums">
            {formatNumber(tokens)}
            {tokens > 0 && (
              <span className="text-muted">
                {end ? `, until ${formatDay(end, zone)}` : ', never expire'}
              </span>
            )}
          </dd>
        </div>
      ))}
      {reserved > 0 && <Row name="Reserved for work in progress">{formatNumber(reserved)}</Row>}
      {debt > 0 && <Row name="Owed after a refund">{formatNumber(debt)}</Row>}
    </dl>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-2.5">
      <dt>{name}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  );
}

function Storage({ used, quota }: { used: number; quota: number }) {
  const percent = Math.min(100, (100 * used) / quota);
  return (
    <UsagePart title="Storage">
      <p className="text-sm">
        {formatBytes(used)} of {formatBytes(quota)} used by your files, images, and videos.
      </p>
      <div aria-hidden="true" className="mt-2 h-1.5 rounded-full bg-sunken">
        <div
          className={`h-full rounded-full ${percent > 90 ? 'bg-danger' : 'bg-accent'} ${used > 0 ? 'min-w-1' : ''}`}
          style={{ width: `${percent}%` }}
        />
      </div>
    </UsagePart>
  );
}
