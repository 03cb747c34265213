import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { pageTitle } from '~/ui/page/page';
import { TextPage } from '~/ui/page/public-page';

import { readLicenses } from '../read-licenses.server';

export async function loader() {
  return { packages: await readLicenses() };
}

export const meta: MetaFunction = () => [{ title: pageTitle('Third-party licenses') }];

export default function Licenses() {
  const { packages } = useLoaderData<typeof loader>();
  return (
    <TextPage title="Third-party licenses">
      {packages === null ? (
        <p>The list is part of the production build.</p>
      ) : (
        <>
          <p>
            Brandwright contains the work of many others. Read their licenses and copyright notices{' '}
            <a href="/licenses.txt">in full</a>.
          </p>
          <table>
            <thead>
              <tr>
                <th scope="col">Package</th>
                <th scope="col">License</th>
              </tr>
            </thead>
            <tbody>
              {packages.map(({ name, version, license }) => (
                <tr key={`${name} ${version}`}>
                  <td className="wrap-anywhere">{`${name} ${version}`}</td>
                  <td>{license}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </TextPage>
  );
}
