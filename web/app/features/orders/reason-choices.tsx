type Props<R extends string> = {
  legend: string;
  name: string;
  reasons: readonly R[];
  labels: Readonly<Record<R, string>>;
  value: R;
  onChange: (reason: R) => void;
};

/** A choice of reasons; the first one is preselected. */
export function ReasonChoices<R extends string>({ legend, name, reasons, labels, value, onChange }: Props<R>) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-semibold">{legend}</legend>
      <div className="grid gap-x-4 wide:grid-cols-2">
        {reasons.map((reason) => (
          <label key={reason} className="flex min-h-11 items-center gap-3">
            <input
              type="radio"
              name={name}
              value={reason}
              checked={value === reason}
              onChange={() => onChange(reason)}
              className="size-5 shrink-0 accent-brand"
            />
            {labels[reason]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
