import { call } from '../../lib/api.ts';
import { withFields } from '../../lib/with-fields.ts';
import { useCart } from '../../lib/stores/cart.ts';
import { useMember } from '../../lib/stores/member.ts';
import { stored } from '../../lib/typed-texts.ts';
import { added, catalogue, priced } from './items.ts';
import { given, track } from './send.ts';

/** Under this name the tab remembers who it was, because a sign-in by LINE loads the page anew. */
const WAS = 'tracking-was';
/** ms. An account that is younger was registered just now. */
const NEW = 120_000;
/** Under this name the tab remembers whose registration it reported: the member may sign out and in again within that time. */
const REGISTERED = 'tracking-registered';
/** ms after the last change until the CRM gets the cart, and until a wish that the shop refused is taken back */
const QUIET = 2_000;

/** Follows the cart and the member. @returns the end of it */
export function followStores(): () => void {
  let cartTimer: ReturnType<typeof setTimeout> | undefined;
  const stopCart = useCart.subscribe((now, before) => {
    if (before.status !== 'ready' || now.items === before.items) return;
    const lines = added(before.items, now.items, now.pending);
    void catalogue().then((products) => {
      for (const line of lines) {
        const params = priced(products, [line]);
        if (params) track({ name: 'add_to_cart', params });
      }
    });
    clearTimeout(cartTimer);
    cartTimer = setTimeout(() => {
      if (given().crm && useMember.getState().status === 'member')
        void call(withFields('state'), '/api/accuhit/', { method: 'POST', body: {}, retries: 0 });
    }, QUIET);
  });

  const stopMember = useMember.subscribe((now, before) => {
    if (now.status === 'unknown') return;
    const was = before.status === 'unknown' ? stored((storage) => storage.getItem(WAS)) : before.status;
    stored((storage) => storage.setItem(WAS, now.status));
    if (now.status === 'member' && was === 'guest' && now.member) {
      const { user_uid: uid, user_create_at: since } = now.member;
      const isNew = Date.now() - Date.parse(since) < NEW && stored((storage) => storage.getItem(REGISTERED)) !== uid;
      if (isNew) stored((storage) => storage.setItem(REGISTERED, uid));
      // Without a way the member signed in on another tab, which has reported it.
      if (now.way) track({ name: isNew ? 'sign_up' : 'login', params: { method: now.way } });
    }
    if (before.member?.user_uid !== now.member?.user_uid) return;
    for (const productId of now.member?.wishlist.filter((id) => !before.member?.wishlist.includes(id)) ?? [])
      setTimeout(() => void wished(productId), QUIET);
  });

  return () => {
    clearTimeout(cartTimer);
    stopCart();
    stopMember();
  };
}

async function wished(productId: number): Promise<void> {
  // The page shows a wish before the shop has it.
  if (!useMember.getState().member?.wishlist.includes(productId)) return;
  const params = priced(await catalogue(), [{ productId, quantity: 1, tier: 'MEMBER' }]);
  if (params) track({ name: 'add_to_wishlist', params });
}
