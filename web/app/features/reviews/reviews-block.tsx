import { AGE_GROUPS, GENDERS, REVIEW_SKIN_TYPES, REVIEW_SORTINGS, type ReviewListAnswer } from '@nordhaut/contracts';
import { Form, Link } from 'react-router-dom';
import { Pager } from '../../ui/pager.tsx';
import { Stars } from '../../ui/stars.tsx';
import { AGE_LABELS, GENDER_LABELS, SKIN_LABELS, SORT_LABELS } from './messages.ts';
import { type ReviewFilters, withPage } from './query.ts';
import { ReviewItem } from './review-item.tsx';
import { WriteReview } from './write-review.tsx';

type Props = { answer: ReviewListAnswer; filters: ReviewFilters; path: string; level?: 1 | 2 };

function Choice({
  name,
  label,
  value,
  options,
}: {
  name: string;
  label: string;
  value: string;
  options: readonly (readonly [string, string])[];
}) {
  return (
    <label className="min-w-0">
      <span className="mb-1 block text-sm font-semibold">{label}</span>
      <select name={name} defaultValue={value} className="input">
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

const labelled = <Key extends string>(keys: readonly Key[], labels: Record<Key, string>): (readonly [string, string])[] =>
  keys.map((key) => [key, labels[key]]);
const ANY = ['', '全部'] as const;

/** The reviews of a product: breakdown, filters, sorting and pages, all in the address (spec/1-catalogue-and-content §2). */
export function ReviewsBlock({ answer: { product, totals, reviews, page, pages, total }, filters, path }: Props) {
  const { average, count, breakdown } = totals;
  const isFiltered = Object.keys(filters).some((name) => name !== 'sort' && name !== 'page');
  return (
    <div id="reviews">
      <div className="grid gap-8 wide:grid-cols-[12rem_minmax(0,1fr)]">
        <div>
          <p className="num font-serif text-h1 leading-none font-semibold">{average.toFixed(2)}</p>
          <p className="mt-2">
            <Stars value={average} className="text-lg" />
          </p>
          <p className="num mt-1 text-sm text-ink-2">{count} 則會員評價</p>
        </div>
        <ol className="grid max-w-md gap-1">
          {[5, 4, 3, 2, 1].map((stars) => {
            const number = breakdown[stars - 1] ?? 0;
            return (
              <li key={stars} className="num grid grid-cols-[3rem_minmax(0,1fr)_3rem] items-center gap-3 text-sm text-ink-2">
                {stars} 星
                <span className="h-2 overflow-clip rounded-full bg-sunken">
                  <span className="block h-full bg-amber" style={{ width: `${count > 0 ? (number / count) * 100 : 0}%` }} />
                </span>
                <span className="text-end">{number}</span>
              </li>
            );
          })}
        </ol>
      </div>
      <WriteReview product={product} />
      <Form
        key={JSON.stringify(filters)}
        method="get"
        action={`${path}#reviews`}
        preventScrollReset
        aria-label="篩選評價"
        className="mt-8 grid grid-cols-2 items-end gap-3 border-t border-line pt-6 desk:grid-cols-[repeat(5,minmax(0,1fr))_auto]"
      >
        <Choice
          name="score"
          label="評分"
          value={filters.score ?? ''}
          options={[ANY, ...[5, 4, 3, 2, 1].map((stars) => [String(stars), `${stars} 星`] as const)]}
        />
        <Choice name="gender" label="性別" value={filters.gender ?? ''} options={[ANY, ...labelled(GENDERS, GENDER_LABELS)]} />
        <Choice name="age" label="年齡" value={filters.age ?? ''} options={[ANY, ...labelled(AGE_GROUPS, AGE_LABELS)]} />
        <Choice name="skin" label="膚質" value={filters.skin ?? ''} options={[ANY, ...labelled(REVIEW_SKIN_TYPES, SKIN_LABELS)]} />
        <Choice name="sort" label="排序" value={filters.sort ?? 'stars-desc'} options={labelled(REVIEW_SORTINGS, SORT_LABELS)} />
        <div className="flex gap-2">
          <button type="submit" className="btn btn-line px-4!">
            套用
          </button>
          {isFiltered && (
            <Link to={`${path}#reviews`} preventScrollReset className="btn btn-quiet px-3!">
              清除
            </Link>
          )}
        </div>
      </Form>
      <p role="status" className="num mt-6 text-sm text-ink-3">
        {total > 0 ? `符合的評價 ${total} 則` : '沒有符合的評價。'}
      </p>
      <ul className="divide-y divide-line">
        {reviews.map((review) => (
          <li key={review.reviewId} className="py-6">
            <ReviewItem review={review} />
          </li>
        ))}
      </ul>
      <Pager page={page} pages={pages} to={(one) => withPage(path, filters, one)} label="評價頁碼" />
    </div>
  );
}
