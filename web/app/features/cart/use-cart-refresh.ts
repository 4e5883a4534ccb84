import { useEffect } from 'react';
import { refreshCart } from '../../lib/stores/cart.ts';

/** Loads the cart after hydration, and again when the page becomes visible or online, because another tab may have changed it. */
export function useCartRefresh(): void {
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
