import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';
import fraunces from '@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2?url';
import type { LinksFunction, MetaFunction } from '@remix-run/node';
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useRouteError,
} from '@remix-run/react';
import { useEffect, useRef, type ReactNode } from 'react';

import { formatAttribute } from './lib/format/context';
import './styles/app.css';
import { earlyFormsScript } from './ui/page/early-forms';
import { ErrorPanel, errorTitle } from './ui/page/error-panel';
import { rememberFirstLocation, RouteProgress, useNonce, wasNavigatedTo } from './ui/page/document';
import { pageTitle } from './ui/page/page';
import { PublicPage } from './ui/page/public-page';
import { defaultBarColor, themeScript, useThemeUpdates } from './ui/theme';
import { ToastRegion } from './ui/feedback/toast-region';

export const links: LinksFunction = () => [
  // Browsers request fonts as if from another origin: without `crossOrigin` they would load them twice.
  ...[figtree, fraunces].map(
    (href) => ({ rel: 'preload', as: 'font', href, crossOrigin: 'anonymous' }) as const,
  ),
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/pictures/icon-180.png' },
  { rel: 'manifest', href: '/site.webmanifest' },
];

export const meta: MetaFunction = ({ error }) => [
  { title: error === undefined ? 'Brandwright' : pageTitle(errorTitle(error)) },
];

/** The last element of every page. */
const END = 'page-end';

/** Shown by app.css alone, since our scripts may not run there. README.md has the same versions. */
const OLD_BROWSER_TITLE = 'Update your browser';
const OLD_BROWSER_TEXT =
  'Brandwright needs Chrome or Edge 123, Firefox 120, Safari 17.5, or a later version.';

/**
 * Without this, a page whose HTML arrives in chunks would be painted in parts, each of which shifts the earlier ones.
 */
const paintedWhole = { blocking: 'render' };

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  useThemeUpdates();
  return (
    // The head's script sets data-theme and the toolbar's color before React takes over.
    <html lang="en" data-format={formatAttribute()} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content={defaultBarColor} suppressHydrationWarning />
        <meta
          name="description"
          content="An AI assistant that knows your brand: copy, images, and videos in your voice."
        />
        <script
          nonce={nonce}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: `${themeScript}\n${earlyFormsScript}` }}
        />
        <Meta />
        <Links />
        <link rel="expect" href={`#${END}`} {...paintedWhole} />
      </head>
      <body>
        {/* Hidden by itself: the oldest browsers skip most of the styles. */}
        <div role="main" className="old-browser" style={{ display: 'none' }}>
          <h1>{OLD_BROWSER_TITLE}</h1>
          <p>{OLD_BROWSER_TEXT}</p>
        </div>
        <RouteProgress />
        {children}
        <ToastRegion />
        <RouteAnnouncer />
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  return (
    <PublicPage signIn={false}>
      <ErrorPanel error={error} />
    </PublicPage>
  );
}

/** Screen readers announce a new document's title; after a client navigation, this has to do it. */
function RouteAnnouncer() {
  const { key } = useLocation();
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    rememberFirstLocation(key);
    if (wasNavigatedTo(key) && region.current) region.current.textContent = document.title;
  }, [key]);
  return <div ref={region} id={END} aria-live="polite" aria-atomic="true" className="sr-only" />;
}
