import { call } from '../client.ts';
import type { Visitor } from './browser.ts';

/** Shares someone's newest conversation; returns the link. */
export async function shareNewest({ url, cookie }: Visitor): Promise<string> {
  const list = await call(`${url}/api/conversations?group=others`, { headers: { cookie } });
  const { items } = JSON.parse(list.text) as { items: { id: string }[] };
  const reply = await call(`${url}/api/conversations/${items[0]?.id}/share`, {
    method: 'POST',
    headers: { cookie, origin: url },
  });
  if (reply.status !== 200) throw new Error(`sharing answered ${reply.status}`);
  const { share } = JSON.parse(reply.text) as { share: { url: string } };
  return url + new URL(share.url, url).pathname;
}
