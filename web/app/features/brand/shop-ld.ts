import type { OnlineStore, WebSite, WithContext } from 'schema-dts';
import type { StructuredData } from '../../lib/seo.ts';
import type { ShopInfo } from '../../lib/web-context.ts';

/** schema.org OnlineStore and WebSite: the shop, the company that sells, and the search. `publicUrl`: origin without a trailing slash. */
export function shopLd(shop: ShopInfo, publicUrl: string): StructuredData[] {
  const { brand, email, phone, seller, chatUrl, facebookUrl, instagramUrl } = shop;
  const profiles = [chatUrl, facebookUrl, instagramUrl].filter((url) => url !== '');
  const store: WithContext<OnlineStore> = {
    '@context': 'https://schema.org',
    '@type': 'OnlineStore',
    name: brand,
    url: `${publicUrl}/`,
    logo: `${publicUrl}/apple-touch-icon.png`,
    email,
    telephone: phone,
    ...(seller && { legalName: seller.name }),
    ...(seller?.taxId && { taxID: seller.taxId }),
    ...(seller?.address && { address: { '@type': 'PostalAddress', streetAddress: seller.address, addressCountry: 'TW' } }),
    ...(profiles.length > 0 && { sameAs: profiles }),
  };
  const site: WithContext<WebSite> = {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: brand,
    url: `${publicUrl}/`,
    inLanguage: 'zh-Hant-TW',
  };
  return [
    store,
    {
      ...site,
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${publicUrl}/search?q={search_term_string}` },
        'query-input': 'required name=search_term_string',
      },
    },
  ];
}
