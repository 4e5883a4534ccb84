import { X } from 'lucide';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Icon } from './icon.tsx';

type Props = {
  open: boolean;
  /** Called on Escape, on the close button and on a click outside the dialog. */
  onClose: () => void;
  title: string;
  children: ReactNode;
  /**
   * Buttons at the bottom, the main one last. They stay visible when the text is longer than the screen, except on the lowest one, such
   * as that of a page at 400 %, where they would leave no room for the text.
   */
  actions?: ReactNode;
};

/** A modal with the native `<dialog>`: the browser keeps the focus inside, closes it on Escape and restores the focus. */
export function Dialog({ open, onClose, title, children, actions }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    if (open && !dialog.open) dialog.showModal();
    if (!open && dialog.open) dialog.close();
  }, [open]);
  return (
    <dialog
      ref={ref}
      aria-labelledby={heading}
      onClose={onClose}
      onClick={(event) => event.target === ref.current && onClose()}
      className="mx-auto mt-[12dvh] mb-auto max-h-[calc(88dvh-1rem)] w-[min(36rem,calc(100vw-2rem))] max-w-none rounded-3 bg-surface p-0 shadow-3 backdrop:bg-ink/50"
    >
      {open && (
        <div className="p-6">
          <div className="mb-4 flex items-start justify-between">
            {/* Eleven letters stand in one line of the narrowest phone, so no word of a title without a comma is cut. */}
            <h2 id={heading} className="text-h3 max-[22rem]:text-lg">
              {title}
            </h2>
            <button
              type="button"
              onClick={onClose}
              aria-label="關閉"
              className="-me-3 -mt-2 grid size-11 shrink-0 place-items-center rounded-2 hover:bg-sunken"
            >
              <Icon of={X} size={20} />
            </button>
          </div>
          {children}
          {actions && (
            <div className="sticky bottom-0 [@media(max-height:19rem)]:static -mx-6 mt-6 -mb-6 flex flex-wrap justify-end gap-3 border-t max-wide:*:grow border-line bg-surface px-6 py-4">
              {actions}
            </div>
          )}
        </div>
      )}
    </dialog>
  );
}
