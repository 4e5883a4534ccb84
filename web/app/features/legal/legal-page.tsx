import type { LegalText } from '@nordhaut/contracts/legal';

/** A legal text with a table of contents. The text's data is part of the page that the server renders. */
export function LegalPage({ text: { title, version, sections } }: { text: LegalText }) {
  return (
    <article className="page grid gap-8 pt-8 desk:grid-cols-[16rem_minmax(0,1fr)] desk:gap-12 desk:pt-14">
      <header className="grid gap-1 desk:col-span-2">
        <h1 className="text-h2">{title}</h1>
        <p className="num text-sm text-ink-3">版本日期：{version.replaceAll('-', '/')}</p>
      </header>
      <nav aria-label="本頁內容" className="rounded-3 border border-line bg-surface p-5 desk:sticky desk:top-24 desk:self-start">
        <ol className="text-sm">
          {sections.map(({ heading }, place) => (
            <li key={heading}>
              <a href={`#section-${place + 1}`} className="flex min-h-11 items-center hover:underline">
                {heading}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="measure grid gap-8">
        {sections.map(({ heading, paragraphs }, place) => (
          <section key={heading} aria-labelledby={`section-${place + 1}`} className="grid gap-3">
            <h2 id={`section-${place + 1}`} tabIndex={-1} className="font-sans! text-lg font-semibold">
              {heading}
            </h2>
            {paragraphs.map((paragraph) => (
              <p key={paragraph} className="text-ink-2">
                {paragraph}
              </p>
            ))}
          </section>
        ))}
      </div>
    </article>
  );
}
