import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False on the server and during hydration, then true. Use it for data that only the browser has. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

function followLoad(notify: () => void): () => void {
  addEventListener('load', notify);
  return () => removeEventListener('load', notify);
}

/** Whether the page has loaded with the pictures of its first screen. False on the server. */
export const useLoaded = (): boolean =>
  useSyncExternalStore(
    followLoad,
    () => document.readyState === 'complete',
    () => false,
  );

function followConnection(notify: () => void): () => void {
  addEventListener('online', notify);
  addEventListener('offline', notify);
  return () => {
    removeEventListener('online', notify);
    removeEventListener('offline', notify);
  };
}

/** Whether the device has a network; true on the server. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    followConnection,
    () => navigator.onLine,
    () => true,
  );

function media(query: string) {
  return {
    subscribe(notify: () => void) {
      const list = matchMedia(query);
      list.addEventListener('change', notify);
      return () => list.removeEventListener('change', notify);
    },
    read: () => matchMedia(query).matches,
  };
}

const reduced = media('(prefers-reduced-motion: reduce)');
/** True on the server, so that nothing moves before the setting is known. */
export const useReducedMotion = (): boolean => useSyncExternalStore(reduced.subscribe, reduced.read, () => true);

const desk = media('(min-width: 56.25rem)');
/** The computer layout (900 px and wider). Prefer CSS; false on the server. */
export const useDesk = (): boolean => useSyncExternalStore(desk.subscribe, desk.read, () => false);

/** A random UUID. `crypto.randomUUID` is missing on a page that another machine opens by plain http. */
export function newId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
