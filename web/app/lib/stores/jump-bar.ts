import { create } from 'zustand';

/** The bar that opens checkout after an add. Each add increases `turn`, which restarts the countdown. */
export const useJumpBar = create<{ open: boolean; turn: number; product: string }>()(() => ({ open: false, turn: 0, product: '' }));

export const openJumpBar = (product: string): void => useJumpBar.setState(({ turn }) => ({ open: true, turn: turn + 1, product }));
export const closeJumpBar = (): void => useJumpBar.setState({ open: false });
