import { useId, useState } from 'react';

import { formatNumber } from '~/lib/format/numbers';

import { MAX_QUOTED_RULES } from '../../voice/quoted-rules';
import type { FormatName } from '../../voice/rule-kinds';
import { SentText } from './sent-text';

interface SentForFormatsProps {
  profileId: string;
  saved: string;
  /** The formats with voice rules of their own. */
  formats: readonly FormatName[];
}

/** What the AI is told about the brand in chats, or for one of these formats. */
export function SentForFormats({ profileId, saved, formats }: SentForFormatsProps) {
  const id = useId();
  const [chosen, setChosen] = useState('');
  const format = formats.find((one) => one.id === chosen)?.id;
  return (
    <SentText profileId={profileId} saved={saved} format={format}>
      <p className="mt-1 text-muted">
        Voice rules have {formatNumber(MAX_QUOTED_RULES)} characters of their own, the strictest
        first.
      </p>
      {formats.length > 0 && (
        <div className="mt-3 flex items-center gap-3">
          <label htmlFor={id} className="font-medium">
            For
          </label>
          <select
            id={id}
            value={format ?? ''}
            onChange={({ target }) => setChosen(target.value)}
            className="h-10 max-w-full min-w-0 rounded-md border border-border-strong bg-field px-3 touch:h-11"
          >
            <option value="">Chat</option>
            {formats.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
          </select>
        </div>
      )}
    </SentText>
  );
}
