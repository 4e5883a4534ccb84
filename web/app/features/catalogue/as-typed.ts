import { useRef } from 'react';
import { checkQuantity } from '../../lib/quantity.ts';

/**
 * For a button that adds as many pieces as a field says. A press on it takes the focus out of the field, which corrects a
 * number that cannot be and says so; the click that follows would add the corrected number, which nobody has read yet.
 * So it leads back to the field instead, and the next one counts.
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
