import { type ComponentType, createElement, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { onCodeMissing } from './unreachable.ts';

/**
 * A part that a click opens, such as a dialog. Its code is loaded when `open` becomes true, which is the default. If the
 * code cannot be loaded, `onCodeMissing` shows the reason and `onClose` is called, so that the next click loads it again.
 * Once loaded, the part stays mounted while it is closed: a dialog returns the focus when it closes.
 */
export function askedPart<P extends { open?: boolean; onClose: () => void }>(
  load: () => Promise<ComponentType<P>>,
  fallback?: ReactNode,
): (props: P) => ReactNode {
  return function AskedPart(props) {
    const [Part, setPart] = useState<ComponentType<P>>();
    const wanted = !Part && props.open !== false;
    const close = useEffectEvent(() => props.onClose());
    useEffect(() => {
      if (!wanted) return;
      let left = false;
      load().then(
        (part) => setPart(() => part),
        () => onCodeMissing().then(() => left || close()),
      );
      return () => {
        left = true;
      };
    }, [wanted]);
    return Part ? createElement(Part, props) : wanted && fallback;
  };
}
