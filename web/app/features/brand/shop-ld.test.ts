import { expect, it } from 'vitest';
import type { ShopInfo } from '../../lib/web-context.ts';
import { shopLd } from './shop-ld.ts';

const shop = {
  brand: '北膚',
  email: 'support@shop.example',
  phone: '+886 2 0000 0000',
  chatUrl: 'https://chat.example/shop',
  facebookUrl: '',
  instagramUrl: '',
  seller: null,
} as unknown as ShopInfo;
const seller = { name: '北膚生技股份有限公司', representative: '林北北', taxId: '04595257', address: '臺北市大安區建國南路一段 1 號' };

it('names the shop with its logo, and the company that sells where a setting names it', () => {
  const [store] = shopLd({ ...shop, seller }, 'https://shop.example');
  expect(store).toEqual({
    '@context': 'https://schema.org',
    '@type': 'OnlineStore',
    name: '北膚',
    url: 'https://shop.example/',
    logo: 'https://shop.example/apple-touch-icon.png',
    email: 'support@shop.example',
    telephone: '+886 2 0000 0000',
    legalName: '北膚生技股份有限公司',
    taxID: '04595257',
    address: { '@type': 'PostalAddress', streetAddress: '臺北市大安區建國南路一段 1 號', addressCountry: 'TW' },
    sameAs: ['https://chat.example/shop'],
  });
  const [bare] = shopLd({ ...shop, chatUrl: '' }, 'https://shop.example');
  for (const name of ['legalName', 'taxID', 'address', 'sameAs']) expect(bare).not.toHaveProperty(name);
});
