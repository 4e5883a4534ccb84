import type { AnsweredQuestionnaires, AnswersPage } from '@nordhaut/contracts/support';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { download } from '../lib/api.ts';
import { useSecondFactor } from '../lib/second-factor.tsx';
import { shownTime } from '../lib/times.ts';
import { Action, Fault, Title } from '../lib/ui.tsx';
import { useData } from '../lib/use-data.ts';
import { useWork } from '../lib/use-work.ts';

/** The questionnaires, and how many answered each. */
export function Questionnaires() {
  const { data, error, loading } = useData<AnsweredQuestionnaires>('questionnaires');
  return (
    <div className="grid gap-4">
      <Title>問卷回答</Title>
      <p className="text-sm text-ink-2">每筆保留 12 個月後自動刪除。</p>
      <Fault>{error}</Fault>
      {loading && <p>載入中…</p>}
      {data?.questionnaires.length === 0 && <p>目前沒有問卷。</p>}
      <ul className="grid gap-2">
        {data?.questionnaires.map(({ route, name, count, newestAt }) => (
          <li key={route} className="panel grid gap-1">
            <h2 className="font-semibold">{name || `已刪除的問卷 ${route}`}</h2>
            <p>
              {count > 0 ? (
                <Link to={`/questionnaires/${encodeURIComponent(route)}`} className="link">
                  {count.toLocaleString('zh-TW')} 筆回答
                </Link>
              ) : (
                '尚無回答'
              )}
            </p>
            {newestAt && <p className="text-sm text-ink-2">最近一筆：{shownTime(newestAt)}</p>}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The answers of one questionnaire, the newest first, and all of them as a file. `after` in the address: those before one. */
export function QuestionnaireAnswers() {
  const { route = '' } = useParams();
  const [address] = useSearchParams();
  const after = address.get('after');
  const path = `questionnaires/${encodeURIComponent(route)}`;
  const { data, error, loading } = useData<AnswersPage>(`${path}/answers${after === null ? '' : `?${new URLSearchParams({ after })}`}`);
  const { busy, fault, run } = useWork();
  const { ask, form } = useSecondFactor();
  return (
    <div className="grid gap-4">
      <Title>{data ? `問卷回答：${data.name || route}` : '問卷回答'}</Title>
      <p>
        <Link to="/questionnaires" className="link">
          所有問卷
        </Link>
      </p>
      <div>
        <Action busy={busy} line onClick={() => void run(() => ask(() => download(`${path}/export`, `${route}.csv`)))}>
          匯出所有回答（CSV）
        </Action>
      </div>
      <Fault>{fault}</Fault>
      {form}
      <Fault>{error}</Fault>
      {loading && <p>載入中…</p>}
      {data?.sent.length === 0 && <p>沒有可讀取的回答。</p>}
      <ul className="grid gap-2">
        {data?.sent.map(({ at, who, answers }, index) => (
          <li key={`${at} ${index}`} className="panel">
            <h2 className="text-sm text-ink-2">
              {shownTime(at)}　{who}
            </h2>
            <dl className="mt-2 grid gap-2">
              {answers.map(({ question, answer }) => (
                <div key={question}>
                  <dt className="text-sm font-semibold">{question}</dt>
                  <dd className="whitespace-pre-line wrap-anywhere">{answer}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
      {data?.next && (
        <p>
          <Link to={`/questionnaires/${encodeURIComponent(route)}?${new URLSearchParams({ after: data.next })}`} className="link">
            較早的回答
          </Link>
        </p>
      )}
    </div>
  );
}
