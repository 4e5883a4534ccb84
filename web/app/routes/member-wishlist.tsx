import { WishlistItems } from '@nordhaut/contracts';
import { MemberLoading } from '../features/account/member-frame.tsx';
import { LoadedPage } from '../features/account/member-page.tsx';
import { headings } from '../features/account/messages.ts';
import { needMember } from '../features/account/need-member.ts';
import { WishlistPage } from '../features/account/wishlist.tsx';
import { call } from '../lib/api.ts';
import { pageMeta, rootData } from '../lib/seo.ts';
import type { Route } from './+types/member-wishlist';

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const member = await needMember(request);
  return member.ok ? call(WishlistItems, '/api/member/wishlist') : member;
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(rootData(matches), { title: headings.wishlist, description: headings.wishlist, path: '/member/wishlist', noIndex: true });
}

export const HydrateFallback = () => <MemberLoading title={headings.wishlist} />;

export default function MemberWishlist({ loaderData }: Route.ComponentProps) {
  return (
    <LoadedPage title={headings.wishlist} loaded={loaderData}>
      {({ data }) => <WishlistPage items={data.items} />}
    </LoadedPage>
  );
}
