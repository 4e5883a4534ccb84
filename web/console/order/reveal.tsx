import { useRef } from 'react';
import { useRevealed } from './revealed.tsx';

/** All personal data of the order in one place. The lines of the page show their own parts too. */
export function Reveal() {
  const { data, open, hide } = useRevealed();
  const place = useRef<HTMLDivElement>(null);
  return (
    <div ref={place} tabIndex={-1}>
      {data ? (
        <section className="panel" aria-label="個人資料">
          <dl className="num grid grid-cols-[auto_1fr] gap-x-4 text-sm">
            {data.fields.map(({ label, value }) => (
              <div key={`${label} ${value}`} className="contents">
                <dt className="text-ink-2">{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          {data.fields.length === 0 && <p>此訂單沒有保存中的個人資料。</p>}
          <button type="button" className="link" onClick={hide}>
            隱藏個人資料
          </button>
        </section>
      ) : (
        <button type="button" className="btn btn-line" onClick={() => open(place.current)}>
          顯示個人資料
        </button>
      )}
    </div>
  );
}
