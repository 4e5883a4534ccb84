import { useEffect } from 'react';
import { refreshCart } from '../../lib/stores/cart.ts';

/** Asks for the cart once the page has come alive, and again when the visitor comes back to it: another tab may have changed it. */
export function useCartFollowing(): void {
  useEffect(() => {
    void refreshCart();
    const again = () => {
      if (document.visibilityState === 'visible') void refreshCart();
    };
    document.addEventListener('visibilitychange', again);
    addEventListener('online', again);
    return () => {
      document.removeEventListener('visibilitychange', again);
      removeEventListener('online', again);
    };
  }, []);
}
