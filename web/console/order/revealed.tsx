import type { RevealAnswer } from '@nordhaut/contracts/support';
import { createContext, type FormEvent, type ReactNode, use, useEffect, useMemo, useRef, useState } from 'react';
import { useMe } from '../frame.tsx';
import { call } from '../lib/api.ts';
import { Action, Fault, Labelled } from '../lib/ui.tsx';
import { useWork } from '../lib/use-work.ts';

/** `open`: asks for the reason; the focus then goes to `place`. */
type Revealed = { data: RevealAnswer | undefined; open: (place: HTMLElement | null) => void; hide: () => void };

const Context = createContext<Revealed>({ data: undefined, open: () => {}, hide: () => {} });
export const useRevealed = (): Revealed => use(Context);

/** The personal data of the order, for a typed reason. It stays in this page only, and each line shows its own part. */
export function RevealedOrder({ orderNo, children }: { orderNo: string; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const place = useRef<HTMLElement>(null);
  const [reason, setReason] = useState('');
  const [data, setData] = useState<RevealAnswer>();
  const { busy, fault, run } = useWork();
  // The page is kept while its session is over, without anybody's data.
  useEffect(() => {
    const { current } = dialog;
    return () => {
      current?.close();
      setData(undefined);
    };
  }, []);
  const revealed = useMemo(
    () => ({
      data,
      open: (from: HTMLElement | null): void => {
        place.current = from;
        dialog.current?.showModal();
      },
      hide: () => setData(undefined),
    }),
    [data],
  );
  const reveal = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      setData(await call<RevealAnswer>(`orders/${orderNo}/reveal`, { reason }));
      setReason('');
      dialog.current?.close();
      // The button that had the focus goes away.
      place.current?.focus();
    });
  };
  return (
    <Context value={revealed}>
      {children}
      <dialog
        ref={dialog}
        aria-labelledby="reveal-title"
        className="m-auto w-[calc(100%-2rem)] max-w-md rounded-3 bg-surface p-5 backdrop:bg-ink/40"
      >
        <form onSubmit={reveal} className="grid gap-3">
          <h2 id="reveal-title" className="text-lg">
            顯示個人資料
          </h2>
          <p>這次檢視會連同您的帳號與原因記錄至少五年。</p>
          <Labelled label="原因">
            {(control) => (
              <textarea
                {...control}
                className="input"
                rows={3}
                maxLength={300}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
            )}
          </Labelled>
          <Fault>{fault}</Fault>
          <div className="flex flex-wrap gap-3">
            <Action busy={busy}>顯示</Action>
            <button type="button" className="btn btn-line" onClick={() => dialog.current?.close()}>
              取消
            </button>
          </div>
        </form>
      </dialog>
    </Context>
  );
}

/**
 * A part of a line that only the revealed data shows. `what`: in a word. `textOf`: the part; empty where it is newer than the data, which
 * can then be revealed again.
 */
export function Sealed({ what, textOf }: { what: string; textOf: (revealed: RevealAnswer) => string }) {
  const { data, open } = useRevealed();
  const mayReveal = useMe().rights.includes('reveal');
  const place = useRef<HTMLSpanElement>(null);
  const text = data && textOf(data);
  return (
    <span ref={place} tabIndex={-1} className={text ? 'font-semibold' : ''}>
      {text ||
        (mayReveal ? (
          <button type="button" className="min-h-6 text-brand underline" onClick={() => open(place.current)}>
            顯示{what}
          </button>
        ) : (
          `${what}由有「顯示個資」權限的同仁檢視`
        ))}
    </span>
  );
}
