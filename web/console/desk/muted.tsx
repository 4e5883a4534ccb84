import type { MutedAnswer } from '@nordhaut/contracts/support';
import { useRef, useState } from 'react';
import { useMe } from '../frame.tsx';
import { Action, Fault, Labelled, Line, Title } from '../lib/ui.tsx';
import { useCommand } from '../lib/use-command.ts';
import { useData } from '../lib/use-data.ts';
import { useFound } from '../lib/use-found.ts';
import { useWork } from '../lib/use-work.ts';
import { FindMember } from './find-member.tsx';

/** Of the shop's own list of products, what this page shows. */
type Catalogue = { products: readonly { productId: number; nameZh: string }[] };

/** The products that one member cannot buy. */
export function MutedProducts() {
  return (
    <div className="grid gap-4">
      <Title>會員不可購買的商品</Title>
      <p className="text-sm text-ink-2">例如過敏後由客服設定；含有該商品的組合也無法購買。會員的邀請碼在會員中心的「會員資料」。</p>
      <FindMember>{(code, isAsked) => <OfMember code={code} isAsked={isAsked} />}</FindMember>
    </div>
  );
}

/** `isAsked`: the form asked for the member, so what it found has the focus. */
function OfMember({ code, isAsked }: { code: string; isAsked: boolean }) {
  const mayAct = useMe().rights.includes('act');
  const path = `members/${encodeURIComponent(code)}/muted`;
  const [version, setVersion] = useState(0);
  const { data, error } = useData<MutedAnswer>(path, undefined, version);
  const { data: catalogue, error: unlisted } = useData<Catalogue>(mayAct ? '/api/products' : undefined);
  const [productId, setProductId] = useState('');
  const [reason, setReason] = useState('');
  const [said, setSaid] = useState('');
  const outcome = useRef<HTMLOutputElement>(null);
  const why = useRef<HTMLInputElement>(null);
  const { busy, fault, run } = useWork();
  const command = useCommand();
  const found = useFound(isAsked && data !== undefined);
  const change = (id: number, muted: boolean) =>
    void run(async () => {
      await command<MutedAnswer>(path, { productId: id, muted, reason });
      setProductId('');
      setReason('');
      setSaid(muted ? '已設為不可購買' : '已恢復可購買');
      setVersion(version + 1);
      // The button that had the focus may leave the page with its product.
      outcome.current?.focus();
    });
  if (!data) return <Fault>{error}</Fault>;
  const others = catalogue?.products.filter((one) => data.products.every((muted) => muted.productId !== one.productId)) ?? [];
  return (
    <section ref={found} tabIndex={-1} className="grid gap-3" aria-label="這位會員">
      <output ref={outcome} tabIndex={-1} className="block">
        {said}
      </output>
      <ul className="grid gap-2">
        {data.products.length === 0 && <li>目前沒有不可購買的商品。</li>}
        {data.products.map(({ productId: id, nameZh }) => (
          <li key={id} className="panel flex flex-wrap items-center justify-between gap-2">
            {id} {nameZh}
            {mayAct && (
              <Action busy={busy} line onClick={() => why.current?.reportValidity() && change(id, false)}>
                {`恢復可購買：${nameZh}`}
              </Action>
            )}
          </li>
        ))}
      </ul>
      {mayAct && (
        <form
          className="panel grid max-w-2xl gap-3"
          aria-label="變更"
          onSubmit={(event) => {
            event.preventDefault();
            change(Number(productId), true);
          }}
        >
          <Line
            label="原因"
            hint="設定與恢復都需要原因；只記在檢視紀錄，加密保存。"
            ref={why}
            maxLength={300}
            value={reason}
            set={setReason}
          />
          <Labelled label="商品">
            {(control) => (
              <select {...control} className="input" required value={productId} onChange={({ target }) => setProductId(target.value)}>
                <option value="">請選擇</option>
                {others.map(({ productId: id, nameZh }) => (
                  <option key={id} value={id}>
                    {nameZh}（{id}）
                  </option>
                ))}
              </select>
            )}
          </Labelled>
          <Fault>{fault ?? unlisted}</Fault>
          <div>
            <Action busy={busy}>設為不可購買</Action>
          </div>
        </form>
      )}
    </section>
  );
}
