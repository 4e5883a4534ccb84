import { FieldError } from '../../ui/field.tsx';

/** Five stars as radio buttons, so that arrow keys and screen readers work. */
export function StarsField({ value, onChange, error }: { value: number; onChange: (stars: number) => void; error: string | undefined }) {
  return (
    <fieldset aria-describedby={error ? 'stars-error' : undefined}>
      <legend className="mb-1 text-sm font-semibold">評分（必填）</legend>
      <div className="flex">
        {[1, 2, 3, 4, 5].map((stars) => (
          <label
            key={stars}
            className="grid size-11 cursor-pointer place-items-center rounded-2 text-h2 leading-none has-focus-visible:outline-2 has-focus-visible:outline-focus"
          >
            <input type="radio" name="stars" value={stars} checked={value === stars} onChange={() => onChange(stars)} className="sr-only" />
            <span className="sr-only">{stars} 顆星</span>
            <span aria-hidden className={stars <= value ? 'text-amber' : 'text-line-strong'}>
              {stars <= value ? '★' : '☆'}
            </span>
          </label>
        ))}
      </div>
      <FieldError id="stars-error" error={error} />
    </fieldset>
  );
}
