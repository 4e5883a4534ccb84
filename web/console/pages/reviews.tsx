import type { ModeratedReview, ModeratedReviews } from '@nordhaut/contracts/support';
import { type FormEvent, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useMe } from '../frame.tsx';
import { shownTime } from '../lib/times.ts';
import { Action, Fault, Labelled, Title } from '../lib/ui.tsx';
import { useCommand } from '../lib/use-command.ts';
import { useData } from '../lib/use-data.ts';
import { useWork } from '../lib/use-work.ts';

const STATES = { shown: '顯示中', hidden: '已隱藏' } as const;
const stateOf = (value: string | null): keyof typeof STATES => (value === 'hidden' ? 'hidden' : 'shown');

/** The reviews of all products. Hiding one needs a reason, which stays with it. State, number and page are in the address. */
export function Reviews() {
  const [address, setAddress] = useSearchParams();
  const [version, setVersion] = useState(0);
  const [said, setSaid] = useState('');
  const outcome = useRef<HTMLOutputElement>(null);
  /** The review leaves the list, and with it the button that had the focus; the keyboard goes on before the list. */
  const did = (what: string): void => {
    setSaid(what);
    setVersion((before) => before + 1);
    outcome.current?.focus();
  };
  const mayAct = useMe().rights.includes('act');
  const [state, reviewId, after] = [stateOf(address.get('state')), address.get('id'), address.get('after')];
  // A review that is named is shown in any state.
  const isListed = (one: keyof typeof STATES): boolean => one === state && !reviewId;
  const asked = new URLSearchParams({ state, ...(reviewId && { reviewId }), ...(after && { after }) });
  const { data, error, loading } = useData<ModeratedReviews>(`reviews?${asked}`, undefined, version);
  const find = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const id = new FormData(event.currentTarget).get('id');
    setAddress(typeof id === 'string' && id.trim() !== '' ? { state, id: id.trim() } : { state });
  };
  return (
    <div className="grid gap-4">
      <Title>商品評價</Title>
      <p className="text-sm text-ink-2">隱藏後，所有頁面、平均分數與圖片都不再顯示這則評價；作者修改內容也不會恢復。</p>
      <p>
        <Link to="/tasks/reviews" className="link">
          待檢視的評價
        </Link>
      </p>
      <div className="flex flex-wrap items-end gap-3">
        {(Object.keys(STATES) as (keyof typeof STATES)[]).map((one) => (
          <button
            key={one}
            type="button"
            className={`btn ${isListed(one) ? '' : 'btn-line'}`}
            aria-pressed={isListed(one)}
            onClick={() => setAddress({ state: one })}
          >
            {STATES[one]}
          </button>
        ))}
        <form key={reviewId} onSubmit={find} className="flex flex-wrap items-end gap-2">
          <Labelled label="評價編號">
            {(control) => <input {...control} name="id" className="input" maxLength={200} defaultValue={reviewId ?? ''} />}
          </Labelled>
          <Action busy={false} line>
            尋找
          </Action>
        </form>
      </div>
      <Fault>{error}</Fault>
      {loading && <p>載入中…</p>}
      <output ref={outcome} tabIndex={-1} className="block">
        {said}
      </output>
      {data?.reviews.length === 0 && <p>沒有符合的評價。</p>}
      <ul className="grid gap-2">
        {data?.reviews.map((review) => (
          <Review key={review.reviewId} review={review} mayAct={mayAct} did={did} />
        ))}
      </ul>
      {data?.next && (
        <div>
          <Action busy={loading} line onClick={() => data.next && setAddress({ state, after: data.next })}>
            較早的評價
          </Action>
        </div>
      )}
    </div>
  );
}

function Review({ review, mayAct, did }: { review: ModeratedReview; mayAct: boolean; did: (what: string) => void }) {
  const { reviewId, product, stars, title, content, name, images, createdAt, hidden } = review;
  const [reason, setReason] = useState('');
  const { busy, fault, run } = useWork();
  const command = useCommand();
  const act = (path: 'hide' | 'show', body: object) =>
    void run(async () => {
      await command(`reviews/${encodeURIComponent(reviewId)}/${path}`, body);
      setReason('');
      did(`${path === 'hide' ? '已隱藏' : '已恢復顯示'}：${product}，編號 ${reviewId}`);
    });
  const hide = (event: FormEvent) => {
    event.preventDefault();
    act('hide', { reason });
  };
  return (
    <li className="panel grid gap-2">
      <h2 className="font-semibold">
        {product}．{stars} 顆星
      </h2>
      <p className="text-sm text-ink-2">
        {name}　{shownTime(createdAt)}　編號 <span className="break-all">{reviewId}</span>
      </p>
      {title && <p className="font-semibold">{title}</p>}
      {content && <p className="whitespace-pre-line">{content}</p>}
      {!hidden && images.length > 0 && (
        <ul className="flex flex-wrap gap-2" aria-label="圖片">
          {images.map((image) => (
            <li key={image}>
              <img
                src={`/img/_comment/${image}`}
                alt={`${name}的評價圖片`}
                width={96}
                height={96}
                loading="lazy"
                className="size-24 object-cover"
              />
            </li>
          ))}
        </ul>
      )}
      {hidden && (
        <p>
          {shownTime(hidden.at)} 由{hidden.by}隱藏：{hidden.reason}
        </p>
      )}
      <Fault>{fault}</Fault>
      {mayAct && hidden && (
        <div>
          <Action busy={busy} line onClick={() => act('show', {})}>
            恢復顯示
          </Action>
        </div>
      )}
      {mayAct && !hidden && (
        <form onSubmit={hide} className="flex flex-wrap items-end gap-2">
          <Labelled label="隱藏原因（只有客服看得到）">
            {(control) => (
              <input
                {...control}
                className="input"
                required
                maxLength={500}
                value={reason}
                onChange={({ target }) => setReason(target.value)}
              />
            )}
          </Labelled>
          <Action busy={busy} line>
            隱藏
          </Action>
        </form>
      )}
    </li>
  );
}
