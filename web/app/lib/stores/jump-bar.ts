import { create } from 'zustand';

/** The bar that leads to checkout after an add. `turn` grows with each add, which starts the countdown anew. */
export const useJumpBar = create<{ open: boolean; turn: number; product: string }>()(() => ({ open: false, turn: 0, product: '' }));

export const openJumpBar = (product: string): void => useJumpBar.setState(({ turn }) => ({ open: true, turn: turn + 1, product }));
export const closeJumpBar = (): void => useJumpBar.setState({ open: false });
