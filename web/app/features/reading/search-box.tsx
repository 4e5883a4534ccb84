import { isSearchable, type SearchHit } from '@nordhaut/contracts';
import { X } from 'lucide';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { call } from '../../lib/api.ts';
import { withFields } from '../../lib/with-fields.ts';
import { Icon } from '../../ui/icon.tsx';
import { headings } from './messages.ts';

/** ms after the last key */
const PAUSE = 150;
const SHOWN = 8;
const LONGEST = 60;

/** `failure`: why there are no hits for `q` */
type Answer = { q: string; hits: readonly SearchHit[]; partly: boolean; failure?: string };
const NONE: Answer = { q: '', hits: [], partly: false };

/** The results for what is typed, after a pause; those of the text before stay until the new ones are there. */
function useHits(text: string): Answer {
  const [answer, setAnswer] = useState(NONE);
  const q = text.trim();
  const isEmpty = !isSearchable(q);
  useEffect(() => {
    if (isEmpty) return;
    const leaving = new AbortController();
    const find = async (): Promise<void> => {
      const path = `/api/content/search?${new URLSearchParams({ q, limit: String(SHOWN) })}`;
      const found = await call(withFields<Answer>('q', 'hits'), path, { signal: leaving.signal, retries: 0 });
      if (!leaving.signal.aborted) setAnswer(found.ok ? found.data : { ...NONE, q, failure: found.message });
    };
    const timer = setTimeout(() => void find(), PAUSE);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [q, isEmpty]);
  return isEmpty ? NONE : answer;
}

/**
 * The field of the navigation, with results while typing: a combobox whose list is chosen from by arrow keys or pointer. Enter
 * without a choice opens the page of results.
 */
export function SearchBox({ onClose }: { onClose: () => void }) {
  const ref = useRef<HTMLDialogElement>(null);
  const list = useId();
  const [text, setText] = useState('');
  const [at, setAt] = useState(-1);
  const { q, hits, partly, failure } = useHits(text);
  const navigate = useNavigate();
  useEffect(() => ref.current?.showModal(), []);

  // The dialog restores the focus when it closes, so it closes before the new page takes it.
  const go = (path: string): void => {
    ref.current?.close();
    void navigate(path);
  };
  const chosen = hits[at];
  const onKeyDown = (event: KeyboardEvent): void => {
    // The keys of an input method choose characters, not results.
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || hits.length === 0) return;
    event.preventDefault();
    // One more place than results: the field itself.
    const next = ((at + 1 + step + hits.length + 1) % (hits.length + 1)) - 1;
    setAt(next);
    // The focus stays in the field, so the browser does not scroll to the choice.
    (document.getElementById(`${list}-${next}`) ?? event.currentTarget).scrollIntoView({ block: 'nearest' });
  };

  return (
    <dialog
      ref={ref}
      aria-label="搜尋"
      onClose={onClose}
      onClick={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
      className="mx-auto mt-3 mb-auto max-h-[calc(100dvh-1.5rem)] w-[min(40rem,calc(100vw-1.5rem))] rounded-3 bg-surface p-0 shadow-3 backdrop:bg-ink/50"
    >
      <form
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          if (chosen) go(chosen.path);
          else if (text.trim()) go(`/search?${new URLSearchParams({ q: text.trim() })}`);
        }}
        className="flex gap-x-2 p-4 wide:gap-x-3"
      >
        <input
          role="combobox"
          aria-label="要找什麼？"
          aria-expanded={hits.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={chosen && `${list}-${at}`}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setAt(-1);
          }}
          onKeyDown={onKeyDown}
          maxLength={LONGEST}
          placeholder="商品、成分、文章、問題"
          autoComplete="off"
          enterKeyHint="search"
          className="input min-w-0 flex-1"
        />
        <button type="submit" className="btn shrink-0 max-wide:px-3">
          搜尋
        </button>
        {/* A screen reader on a phone has neither Escape nor a place outside the dialog. */}
        <button
          type="button"
          aria-label="關閉搜尋"
          onClick={() => ref.current?.close()}
          className="-ms-2 -me-3 grid size-12 shrink-0 place-items-center rounded-2 hover:bg-sunken"
        >
          <Icon of={X} size={20} />
        </button>
      </form>
      <p role="status" className={`px-5 text-sm text-ink-3 ${q ? 'pb-3' : ''}`}>
        {q && hits.length === 0 && (failure ?? `沒有和「${q}」相符的內容`)}
        {hits.length > 0 && `${hits.length} 項${partly ? '部分相符的' : ''}建議`}
        {hits.length > 0 && <span className="pointer-coarse:hidden">，用上下鍵選擇</span>}
      </p>
      <div id={list} role="listbox" aria-label="建議" className="border-t border-line empty:hidden">
        {hits.map(({ kind, path, title, text: about }, place) => (
          <div
            key={`${kind}${path}`}
            id={`${list}-${place}`}
            role="option"
            aria-selected={place === at}
            onClick={() => go(path)}
            onPointerMove={() => setAt(place)}
            className="flex min-h-12 cursor-pointer items-baseline gap-3 px-5 py-2 aria-selected:bg-sunken"
          >
            <span className="shrink-0 text-sm text-ink-3">{headings.kinds[kind]}</span>
            <span className="min-w-0">
              <span className="block truncate font-semibold">{title}</span>
              <span className="block truncate text-sm text-ink-2">{about}</span>
            </span>
          </div>
        ))}
      </div>
    </dialog>
  );
}
