import type { ChangedCoupons, DefineCouponsAnswer, SupportCoupons } from '@nordhaut/contracts/support';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Refused } from '../lib/api.ts';
import { Action, Fault, Labelled, ReasonLine } from '../lib/ui.tsx';
import { useCommand } from '../lib/use-command.ts';
import { useWork } from '../lib/use-work.ts';
import { byField, type CouponDraft, type CouponFaults, type Definition, definitionOf, draftOf, newDraft } from './coupon-draft.ts';
import { changesOf } from './coupon-changes.ts';
import { CouponFields } from './coupon-fields.tsx';

const CHANGES = { new: '新增', changed: '變更', unchanged: '沒有變更' };

type Props = {
  /** the coupon that is edited; undefined: a new one */
  opened: Definition | undefined;
  /** the coupons of the page */
  listed: SupportCoupons['coupons'];
  /** of a new coupon */
  nextId: string;
  changed: () => void;
};

const idOf = (definition: unknown): string => String((definition as Definition | null)?.['coupon_id']);

/**
 * Defines a coupon by fields, or any number as JSON. It is checked first; what was checked can be saved. It sends what the coupons were
 * when the form began. If somebody else changed one meanwhile, it shows the change and keeps what was typed; sending again confirms it.
 */
export function CouponForm({ opened, listed, nextId, changed }: Props) {
  const [draft, setDraft] = useState<CouponDraft>(() => (opened ? draftOf(opened) : newDraft(nextId)));
  /** the expert's way; undefined: the fields count */
  const [json, setJson] = useState<string>();
  const [reason, setReason] = useState('');
  const [wrong, setWrong] = useState<CouponFaults>({});
  /** of the last check */
  const [answer, setAnswer] = useState<{ of: string } & DefineCouponsAnswer>();
  const [saved, setSaved] = useState<DefineCouponsAnswer['changes']>([]);
  const [unreadable, setUnreadable] = useState<string>();
  const [seen, setSeen] = useState<ChangedCoupons>(() => Object.fromEntries(listed.map((coupon) => [coupon.couponId, coupon])));
  /** of other people, since the form began */
  const [changes, setChanges] = useState<string[]>([]);
  const { busy, fault, run } = useWork();
  const command = useCommand();
  const form = useRef<HTMLFormElement>(null);
  const text = json ?? JSON.stringify(definitionOf(draft, opened).definition, null, 2);
  const isChecked = answer?.of === text && answer.faults.length === 0;
  const { fields, rest } = byField(json === undefined && answer?.of === text ? answer.faults : []);
  const faults = { ...fields, ...wrong };
  const said = json === undefined ? rest : (answer?.faults ?? []);
  const effects = [
    ...(answer?.of === text ? answer.changes.map(({ uid, change }) => `${uid}：將${CHANGES[change]}`) : []),
    ...saved.map(({ uid, change }) => `${uid}：已${CHANGES[change]}`),
  ];
  const count = Object.keys(faults).length;
  useEffect(() => {
    if (count > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [answer, wrong, count]);

  const edit = (change: Partial<CouponDraft>): void => {
    setDraft((before) => ({ ...before, ...change }));
    setWrong({});
  };
  const send = (dryRun: boolean) =>
    void run(async () => {
      setUnreadable(undefined);
      setSaved([]);
      if (json === undefined) {
        const { faults: found } = definitionOf(draft, opened);
        setWrong(found);
        if (Object.keys(found).length > 0) return;
      }
      let read: unknown;
      try {
        read = JSON.parse(text);
      } catch {
        return setUnreadable('內容不是正確的 JSON');
      }
      const coupons: unknown[] = Array.isArray(read) ? read : [read];
      const versions = Object.fromEntries(coupons.map((one) => [idOf(one), seen[idOf(one)]?.version ?? null]));
      try {
        const made = await command<DefineCouponsAnswer>('coupons', { coupons, dryRun, reason, seen: versions });
        if (dryRun || made.faults.length > 0) return setAnswer({ ...made, of: text });
        const now = made.changes.map(({ couponId, version }) => {
          return [couponId, { version, definition: coupons.find((one) => idOf(one) === couponId) as Definition }] as const;
        });
        setSeen({ ...seen, ...Object.fromEntries(now) });
        setChanges([]);
        setSaved(made.changes);
        // The next save is a new act: it needs a reason and a check of its own.
        setAnswer(undefined);
        setReason('');
        if (!opened) {
          setDraft(newDraft(String(Math.max(Number(nextId) - 1, ...now.map(([id]) => Number(id))) + 1)));
          setJson(undefined);
        }
        changed();
      } catch (refused) {
        if (refused instanceof Refused && refused.code === 'COUPON_CHANGED') {
          const now = JSON.parse(refused.details['coupons'] ?? '{}') as ChangedCoupons;
          setSeen({ ...seen, ...now });
          setChanges(Object.entries(now).flatMap(([id, { definition }]) => changesOf(seen[id]?.definition, definition)));
          setAnswer(undefined);
          changed();
        }
        throw refused;
      }
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(true);
  };
  return (
    <form ref={form} onSubmit={submit} className="panel grid gap-3" aria-label="設定優惠券" noValidate>
      <div className="flex flex-wrap items-center justify-between gap-x-5">
        <h2 className="text-lg">{opened ? `編輯 ${String(opened['coupon_uid'])}` : '新的優惠券'}</h2>
        <button type="button" className="link" onClick={() => setJson(json === undefined ? text : undefined)}>
          {json === undefined ? '以 JSON 編輯（進階）' : '以欄位編輯'}
        </button>
      </div>
      {json === undefined ? (
        <CouponFields draft={draft} faults={faults} edit={edit} />
      ) : (
        <Labelled label="優惠券內容（JSON）" hint="一張或一份清單，欄位與匯入檔相同；回到欄位編輯時，這裡的變更不會保留">
          {(control) => (
            <textarea
              {...control}
              className="input font-mono"
              rows={10}
              spellCheck={false}
              value={json}
              onChange={({ target }) => setJson(target.value)}
            />
          )}
        </Labelled>
      )}
      <ReasonLine hint="會連同您的帳號記錄至少五年" value={reason} set={setReason} />
      <Fault>{unreadable ?? fault}</Fault>
      {changes.length > 0 && <OthersChanges changes={changes} />}
      <output className="block">
        {said.length + effects.length > 0 && (
          <ul className="list-disc ps-6">
            {said.map((line) => (
              <li key={line} className="text-danger">
                {line}
              </li>
            ))}
            {effects.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
      </output>
      <div className="flex flex-wrap items-center gap-3">
        <Action busy={busy} line>
          檢查
        </Action>
        <Action busy={busy || !isChecked} onClick={() => send(false)}>
          儲存
        </Action>
        {!isChecked && <p className="text-sm text-ink-2">檢查沒有問題後才能儲存</p>}
      </div>
    </form>
  );
}

function OthersChanges({ changes }: { changes: readonly string[] }) {
  const heading = useId();
  return (
    <div className="grid gap-1 rounded-2 bg-amber-soft p-3">
      <h3 id={heading}>其他人的變更</h3>
      <ul aria-labelledby={heading} className="list-disc ps-6">
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
      <p className="text-sm">表單仍是您輸入的內容，儲存後會取代這些變更。</p>
    </div>
  );
}
