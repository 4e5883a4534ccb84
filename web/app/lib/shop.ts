import { useRouteLoaderData } from 'react-router-dom';
import type { ShopInfo } from './web-context.ts';

export type RootData = { shop: ShopInfo; publicUrl: string };

/** decisions.md #25; used when the root's data could not be loaded */
const DEFAULT_SHOP: ShopInfo = {
  brand: 'Nordhaut',
  email: 'support@nordhaut.example',
  phone: '+886 2 0000 0000',
  hours: '09:00-18:00',
  businessEmail: 'business@nordhaut.example',
  procurementEmail: 'procurement@nordhaut.example',
  helpHours: '週一至週五 10:00–12:00、14:00–17:00',
  chatHours: '週一至週五 9:00–19:00',
  chatUrl: '',
  facebookUrl: '',
  instagramUrl: '',
};

export const useShop = (): ShopInfo => (useRouteLoaderData('root') as RootData | undefined)?.shop ?? DEFAULT_SHOP;
