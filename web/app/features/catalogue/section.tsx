import { type ReactNode, useId } from 'react';

/** A titled part of a page. */
export function Section({
  title,
  intro,
  children,
  className = '',
}: {
  title: string;
  intro?: ReactNode;
  children: ReactNode;
  className?: string;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={`page pt-16 desk:pt-24 ${className}`}>
      <h2 id={id} className="text-h2">
        {title}
      </h2>
      {intro && <p className="measure mt-2 text-ink-2">{intro}</p>}
      <div className="mt-6 desk:mt-10">{children}</div>
    </section>
  );
}
