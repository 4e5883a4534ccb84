import { FaqAnswer } from '@nordhaut/contracts';
import { FaqList } from '../features/help/faq-list.tsx';
import { HelpFrame } from '../features/help/help-frame.tsx';
import { headings } from '../features/help/messages.ts';
import { ContentPicture } from '../features/reading/content-picture.tsx';
import { load } from '../lib/load.ts';
import { pageMeta, rootData } from '../lib/seo.ts';
import type { Route } from './+types/help-faq';

export const loader = ({ context }: Route.LoaderArgs) => load(context, FaqAnswer, '/api/content/faq');

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const entries = loaderData?.categories.flatMap((category) => category.entries) ?? [];
  return pageMeta(rootData(matches), {
    title: headings.faq,
    description: '關於購物、臉部保養、會員與退換貨，大家最常問的問題與答案。',
    path: '/help/faq',
    share: 'faq',
    jsonLd: [
      {
        '@context': 'https://schema.org',
        '@type': 'FAQPage',
        mainEntity: entries.map(({ question, answer }) => ({
          '@type': 'Question',
          name: question,
          acceptedAnswer: { '@type': 'Answer', text: answer },
        })),
      },
    ],
  });
}

export default function HelpFaq({ loaderData: { categories } }: Route.ComponentProps) {
  return (
    <HelpFrame label={headings.faq}>
      <h1 className="text-h1">{headings.faq}</h1>
      <nav aria-label="問題分類" className="mt-4 flex flex-wrap gap-2">
        {categories.map(({ key, name }) => (
          <a
            key={key}
            href={`#${key}`}
            className="inline-flex min-h-11 items-center rounded-full border border-line-strong bg-surface px-4 text-sm hover:bg-sunken"
          >
            {name}
          </a>
        ))}
      </nav>
      {categories.map(({ key, name, entries }) => (
        <section key={key} id={key} aria-labelledby={`${key}-name`} className="pt-10">
          <h2 id={`${key}-name`} className="mb-3 font-sans! text-xl font-semibold">
            {name}
          </h2>
          <FaqList
            entries={entries.map(({ id, question, answer, pictures, mobilePictures }) => ({
              id,
              q: question,
              answer: (
                <>
                  {/* oxlint-disable-next-line react/no-danger -- sanitised when it was written (decisions.md 107) */}
                  <p className="measure text-ink-2 [&_a]:text-brand [&_a]:underline" dangerouslySetInnerHTML={{ __html: answer }} />
                  {pictures.map((picture) => (
                    <ContentPicture key={picture.image} picture={picture} className="hidden h-auto w-full max-w-xl rounded-3 desk:block" />
                  ))}
                  {mobilePictures.map((picture) => (
                    <ContentPicture key={picture.image} picture={picture} className="h-auto w-full rounded-3 desk:hidden" />
                  ))}
                </>
              ),
            }))}
          />
        </section>
      ))}
    </HelpFrame>
  );
}
