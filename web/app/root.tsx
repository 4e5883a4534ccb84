import type { ReactNode } from 'react';
import { use } from 'react';
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from 'react-router-dom';
import type { Route } from './+types/root';
import { JumpBar } from './features/cart/jump-bar.tsx';
import { closedNotice } from './features/orders/arrival.ts';
import { ErrorPage, NotFoundPage } from './features/shell/error-pages.tsx';
import { Footer } from './features/shell/footer.tsx';
import { Header } from './features/shell/header.tsx';
import { BackToTop, OfflineNotice } from './features/shell/page-aids.tsx';
import { RouteGuard } from './features/shell/route-guard.tsx';
import { topBanner } from './features/shell/top-banner.tsx';
import { useSessionCheck } from './features/shell/use-session-check.ts';
import { useCartRefresh } from './features/cart/use-cart-refresh.ts';
import { useTrail } from './lib/came-from.ts';
import { useEarlyInput } from './lib/early-input.ts';
import { useHeadingFocus, useKeptFocus } from './lib/focus.ts';
import { NonceContext } from './lib/nonce.ts';
import type { RootData } from './lib/shop.ts';
import latinFont from './styles/generated/headings-latin.woff2?url';
import { LiveRegions } from './ui/live-regions.tsx';
import { Toasts } from './ui/toasts.tsx';

const preloadFont = (href: string) => ({ rel: 'preload', as: 'font', type: 'font/woff2', href, crossOrigin: 'anonymous' }) as const;

/**
 * The stylesheet is not among them, because the page contains it (`entry.server.tsx`). The Chinese heading font is not
 * preloaded: its 51 kB would delay the main picture, and its fallback has the same metrics.
 */
export const links: Route.LinksFunction = () => [preloadFont(latinFont), { rel: 'icon', type: 'image/svg+xml', href: '/favicon.svg' }];

export const loader = async ({ context }: Route.LoaderArgs): Promise<RootData> => ({
  shop: context.shop,
  publicUrl: context.publicUrl,
  banner: await topBanner(context),
  closed: closedNotice(context.closedDays, new Date()),
});

/** The shop's name, contact data, banner and closed days do not change during a visit. */
export const shouldRevalidate = () => false;

export function Layout({ children }: { children: ReactNode }) {
  const nonce = use(NonceContext);
  return (
    <html lang="zh-Hant-TW">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* The token `paper`; a meta element cannot use the stylesheet. */}
        <meta name="theme-color" content="#f5f7f6" /* colour-literal-ok */ />
        <meta name="format-detection" content="telephone=no" />
        <Meta />
        <Links />
      </head>
      <body>
        <a href="#main" className="btn absolute -top-20 left-4 z-60 focus:top-2">
          跳到主要內容
        </a>
        <LiveRegions />
        {children}
        <Toasts />
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

function Shell({ children }: { children: ReactNode }) {
  useCartRefresh();
  useSessionCheck();
  useTrail();
  useKeptFocus();
  useEarlyInput();
  const banner = (useRouteLoaderData('root') as RootData | undefined)?.banner;
  return (
    <>
      <RouteGuard />
      {/* oxlint-disable-next-line react/no-danger -- own HTML, see `top-banner.tsx` */}
      {banner && <div dangerouslySetInnerHTML={{ __html: banner.html }} />}
      <Header />
      <OfflineNotice />
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <Footer />
      <BackToTop />
      <JumpBar />
    </>
  );
}

export default function App() {
  useHeadingFocus();
  return (
    <Shell>
      <Outlet />
    </Shell>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return <Shell>{missing ? <NotFoundPage /> : <ErrorPage />}</Shell>;
}
