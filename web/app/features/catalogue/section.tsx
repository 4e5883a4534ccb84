import { type ReactNode, useId } from 'react';

/** A titled part of a page. */
export function Section({
  title,
  intro,
  children,
  aside,
}: {
  title: ReactNode;
  intro?: ReactNode;
  children: ReactNode;
  /** On a wide screen at the end of the title's line. */
  aside?: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="page pt-18 desk:pt-28">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id={id} className="text-h2">
          {title}
        </h2>
        {aside}
      </div>
      {intro && <p className="measure mt-2 text-ink-2">{intro}</p>}
      <div className="mt-6 desk:mt-10">{children}</div>
    </section>
  );
}
