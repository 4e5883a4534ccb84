import { useRouteLoaderData } from 'react-router-dom';
import type { ShopInfo } from './web-context.ts';

/** The banner above the navigation. `html`: own HTML; `key`: the hash of its content. */
export type TopBanner = { html: string; key: string };

/** `closed`: that the shop soon sends nothing for some days, or sends nothing now. */
export type RootData = { shop: ShopInfo; publicUrl: string; banner: TopBanner | null; closed: string | null };

/**
 * decisions.md #25; for the error page where the root's data are missing. It has only what the header and the footer cannot do
 * without: each page's script contains it.
 */
const DEFAULT_SHOP = {
  brand: 'Nordhaut',
  email: 'support@nordhaut.example',
  phone: '+886 2 0000 0000',
  hours: '09:00-18:00',
} as ShopInfo;

const useRoot = () => useRouteLoaderData('root') as RootData | undefined;

export const useShop = (): ShopInfo => useRoot()?.shop ?? DEFAULT_SHOP;

export const useClosedNotice = (): string | null | undefined => useRoot()?.closed;
