import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';

import { ActLog } from './act-log';

const textOf = (action: string) => {
  const act = {
    id: '1',
    action,
    actor: 'root@example.com',
    address: null,
    createdAt: '2026-11-27',
  };
  const about = { targetId: null, target: null, before: null, after: null };
  return renderToStaticMarkup(<ActLog acts={[{ ...act, ...about }]} showTarget />);
};

it('names the account of an act, but none for an act about the site', () => {
  expect(textOf('grant-admin')).toContain('to no account or a deleted one');
  for (const action of ['backup', 'require-second-factor', 'set-provider']) {
    expect(textOf(action)).not.toContain('account');
  }
});
