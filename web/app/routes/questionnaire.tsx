import { QuestionnaireAnswer } from '@nordhaut/contracts';
import { QuestionnaireForm } from '../features/questionnaire/questionnaire-form.tsx';
import { load } from '../lib/load.ts';
import { pageMeta, rootData } from '../lib/seo.ts';
import type { Route } from './+types/questionnaire';

export const loader = ({ context, params }: Route.LoaderArgs) =>
  load(context, QuestionnaireAnswer, `/api/content/questionnaires/${encodeURIComponent(params.customUrl)}`);

/** Its address is given to those who are asked, so search engines leave it out. */
export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { name, desc, route } = loaderData.questionnaire;
  return pageMeta(rootData(matches), {
    title: name,
    description: desc ?? name,
    path: `/questionnaire/${route}`,
    share: 'questionnaire',
    noIndex: true,
  });
}

export default function Questionnaire({ loaderData: { questionnaire } }: Route.ComponentProps) {
  const { name, desc, route } = questionnaire;
  return (
    <div className="page max-w-3xl py-8 desk:py-12">
      <h1 className="font-sans! text-h2 leading-snug font-bold">{name}</h1>
      {desc && <p className="measure mt-3 whitespace-pre-line text-ink-2">{desc}</p>}
      <QuestionnaireForm key={route} questionnaire={questionnaire} />
    </div>
  );
}
