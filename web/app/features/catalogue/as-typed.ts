import { useRef } from 'react';
import { checkQuantity } from '../../lib/quantity.ts';

/**
 * For a button that adds the quantity of a field. A press on the button blurs the field, which replaces an invalid number
 * and shows a message. The buyer has not read the new number yet, so this click only returns the focus to the field. The
 * next click adds.
 */
export function useAsTyped(onAdd: () => void): { onPointerDown: () => void; onClick: () => void } {
  const corrected = useRef<HTMLInputElement>(undefined);
  return {
    onPointerDown() {
      const field = document.activeElement;
      const typed = field instanceof HTMLInputElement && field.inputMode === 'numeric';
      corrected.current = typed && !checkQuantity(field.value).ok ? field : undefined;
    },
    onClick() {
      const field = corrected.current;
      corrected.current = undefined;
      if (!field) return onAdd();
      field.focus();
      field.select();
    },
  };
}
