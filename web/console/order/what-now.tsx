import type { NowAnswer } from '@nordhaut/contracts/support';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { NextStep } from '../lib/next-step.tsx';
import { Fault } from '../lib/ui.tsx';
import { useData } from '../lib/use-data.ts';

/** What is waiting, whose turn it is, and until when. A line of a work list leads to the list. */
export function WhatNow({ orderNo, revision }: { orderNo: string; revision: number }) {
  const { data, error } = useData<NowAnswer>(`orders/${orderNo}/now`, undefined, revision);
  if (data?.orderNo !== orderNo) return <Fault>{error}</Fault>;
  return (
    <section aria-label="現在" className="rounded-2 border-s-4 border-brand bg-brand-soft px-3 py-2">
      {data.lines.length === 0 && <p>無須處理</p>}
      {data.lines.map((line) => (
        <Line key={line.what} orderNo={orderNo} line={line} />
      ))}
    </section>
  );
}

function Line({ orderNo, line: { task, ...step } }: { orderNo: string; line: NowAnswer['lines'][number] }) {
  const [now] = useState(() => new Date().toISOString());
  return (
    <p className="flex flex-wrap items-center gap-x-2">
      <span>
        <NextStep step={step} now={now} own={orderNo} />
        {task && step.turn === 'support' && `，${task.owner === null ? '尚無同仁接手' : `處理人：${task.owner}`}`}
      </span>
      {task && (
        <Link className="link" to={`/tasks/${task.list}#${orderNo}`}>
          工作清單：{task.title}
        </Link>
      )}
    </p>
  );
}
