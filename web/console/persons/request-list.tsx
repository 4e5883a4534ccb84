import type { PersonRequest, PersonRequests } from '@nordhaut/contracts/support';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { shownTime } from '../lib/times.ts';
import { Fault, Title } from '../lib/ui.tsx';
import { useData } from '../lib/use-data.ts';
import { NewRequest } from './new-request.tsx';
import { KINDS, STATES } from './words.ts';

const DAY = 86_400_000;
const isOpen = ({ state }: PersonRequest): boolean => state === 'open' || state === 'waiting';

/** What people asked about their own data; what is open or waits comes first, by its due date. */
export function PersonRequestsPage() {
  const { data, error } = useData<PersonRequests>('person-requests');
  const navigate = useNavigate();
  return (
    <div className="grid gap-4">
      <Title>個資請求</Title>
      <Fault>{error}</Fault>
      <details className="max-w-2xl">
        <summary className="min-h-11 py-2 font-semibold">登錄新的請求</summary>
        <NewRequest done={(requestId) => void navigate(`/persons/${requestId}`)} />
      </details>
      {data?.requests.length === 0 && <p>目前沒有請求。</p>}
      <ul className="grid gap-2">
        {data?.requests.map((request) => (
          <li key={request.requestId} className="panel">
            <Link to={`/persons/${request.requestId}`} className="link font-semibold">
              {KINDS[request.kind]}：{request.who.join('、') || '沒有訂單'}
            </Link>
            <p className="text-sm text-ink-2">
              {STATES[request.state]}．{shownTime(request.askedAt)} 由{request.askedBy}登錄
              {isOpen(request) && <Due at={request.dueAt} />}
              {request.settledAt !== null && `．${shownTime(request.settledAt)} 結案`}
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function Due({ at }: { at: string }) {
  const [now] = useState(() => Date.now());
  const days = Math.floor((Date.parse(at) - now) / DAY);
  const isLate = days < 0;
  return (
    <strong className={isLate || days <= 3 ? 'text-danger' : ''}>
      ．{isLate ? `已逾期 ${-days} 天` : `期限 ${shownTime(at).slice(0, 10)}（剩 ${days} 天）`}
    </strong>
  );
}
