import type { SkinTypeView } from '@nordhaut/contracts';
import { useState } from 'react';
import { StatusRegion } from '../../ui/status-region.tsx';

/** From this number of symptoms on, the skin may be sensitive (spec/1-catalogue-and-content §2). */
const LEAST = 2;

/** The self-check of the sensitive page. The answers stay on the page (decisions.md 82). */
export function SelfCheck({ check: { question, symptoms, result, otherwise } }: { check: NonNullable<SkinTypeView['selfCheck']> }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (symptom: string): void => {
    const next = new Set(chosen);
    if (!next.delete(symptom)) next.add(symptom);
    setChosen(next);
  };
  return (
    <section aria-labelledby="self-check" className="page pt-16 desk:pt-24">
      <div className="rounded-3 border border-line bg-surface p-6 desk:grid desk:grid-cols-2 desk:gap-12 desk:p-10">
        <fieldset>
          <legend id="self-check" className="text-lg font-semibold break-keep">
            {question}
          </legend>
          <ul className="mt-4 grid gap-2">
            {symptoms.map((symptom) => (
              <li key={symptom}>
                <label className="flex min-h-12 items-center gap-3 rounded-2 border border-line px-4 has-checked:border-brand has-checked:bg-brand-soft">
                  <input
                    type="checkbox"
                    checked={chosen.has(symptom)}
                    onChange={() => toggle(symptom)}
                    className="size-5 shrink-0 accent-brand"
                  />
                  {symptom}
                </label>
              </li>
            ))}
          </ul>
        </fieldset>
        <StatusRegion label="自我檢測結果">
          <div className="mt-6 grid min-h-48 content-center rounded-3 bg-sunken p-6 desk:mt-0 desk:h-full">
            <p className="num font-serif text-h2 font-semibold">
              {chosen.size} / {symptoms.length}
            </p>
            <p className="mt-2">
              {chosen.size === 0 ? '勾選符合的項目，結果會顯示在這裡。兩項以上就要留意了。' : chosen.size >= LEAST ? result : otherwise}
            </p>
            <p className="mt-3 text-sm text-ink-2">這不是醫療診斷。症狀持續或加重時，請諮詢皮膚科醫師。</p>
          </div>
        </StatusRegion>
      </div>
    </section>
  );
}
