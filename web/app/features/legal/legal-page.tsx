import type { DatedText } from '@nordhaut/contracts/legal';
import { useShop } from '../../lib/shop.ts';
import { withUnits } from '../../lib/units.ts';
import { SellerFacts } from './seller.tsx';

/** A dated text with a table of contents. The loaders bring the text, so that no script contains it. */
export function LegalPage({ text, framed = false }: { text: DatedText; framed?: boolean }) {
  if (framed) return <LegalArticle text={text} heading="text-h1" />;
  return (
    <div className="page pt-8 desk:pt-14">
      <LegalArticle text={text} />
    </div>
  );
}

function LegalArticle({ text: { title, version, sections }, heading = 'text-h2' }: { text: DatedText; heading?: string }) {
  const { seller } = useShop();
  return (
    <article>
      <header className="grid gap-1">
        <h1 className={heading}>{title}</h1>
        <p className="num text-sm text-ink-3">版本日期：{version.replaceAll('-', '/')}</p>
      </header>
      <nav aria-label="本頁內容" className="measure mt-6 rounded-3 border border-line bg-surface px-5 py-3">
        <ol className="grid text-sm wide:grid-cols-2 wide:gap-x-6">
          {sections.map(({ heading }, place) => (
            <li key={heading}>
              <a href={`#section-${place + 1}`} className="flex min-h-11 items-center hover:underline">
                {heading}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="measure mt-10 grid gap-10">
        {sections.map(({ heading, paragraphs }, place) => (
          <section key={heading} aria-labelledby={`section-${place + 1}`} className="grid gap-3">
            <h2 id={`section-${place + 1}`} tabIndex={-1} className="font-sans! text-lg font-semibold">
              {heading}
            </h2>
            {paragraphs.map((paragraph) => (
              <p key={paragraph} className="text-ink-2">
                {withUnits(paragraph)}
              </p>
            ))}
          </section>
        ))}
        {seller && (
          <section aria-labelledby="seller" className="grid gap-3">
            <h2 id="seller" className="font-sans! text-lg font-semibold">
              企業經營者
            </h2>
            <SellerFacts {...seller} />
          </section>
        )}
      </div>
    </article>
  );
}
