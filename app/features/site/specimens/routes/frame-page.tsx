import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { DesignFrame } from '../components/design-frame';
import { frameOf } from '../frames';
import { notInProduction } from '../not-in-production.server';
import { pageTitle } from '~/ui/page-title';

export function loader({ params }: LoaderFunctionArgs) {
  notInProduction();
  const frame = frameOf(params.frame);
  if (!frame) throw new Response(null, { status: 404, statusText: 'Not Found' });
  return { id: frame.id, name: frame.name };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: pageTitle(data?.name ?? 'Design') },
];

export default function Frame() {
  return <DesignFrame id={useLoaderData<typeof loader>().id} />;
}
