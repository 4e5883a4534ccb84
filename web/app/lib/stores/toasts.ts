import { create } from 'zustand';
import { announce } from '../announce.ts';

export type Toast = { id: number; text: string; kind: 'info' | 'ok' | 'error' };

/** ms (spec/1-catalogue-and-content §8) */
const TOAST_TIME = 3_000;

let next = 1;
export const useToasts = create<{ toasts: readonly Toast[] }>()(() => ({ toasts: [] }));

export const dismissToast = (id: number): void =>
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));

/** Shows a message and announces it. Errors interrupt the screen reader and stay twice as long. The same text again takes the place of the first. */
export function toast(text: string, kind: Toast['kind'] = 'info'): void {
  const id = next++;
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts.filter((shown) => shown.text !== text).slice(-2), { id, text, kind }] }));
  announce(text, kind === 'error' ? 'assertive' : 'polite');
  setTimeout(() => dismissToast(id), kind === 'error' ? 2 * TOAST_TIME : TOAST_TIME);
}
