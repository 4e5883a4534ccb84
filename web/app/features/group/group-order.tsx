import { type GroupField, groupFaults, type GroupProject, groupSums } from '@nordhaut/contracts';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { toast } from '../../lib/stores/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Price } from '../../ui/price.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { CART_ID, GroupCart } from './group-cart.tsx';
import { useGroupDraft } from './group-memory.ts';
import { GroupStore } from './group-store.tsx';
import { messages } from './messages.ts';
import { placeGroupOrder } from './place-group-order.ts';
import { useChosenStore } from './use-chosen-store.ts';

/** Id of a field's control; the list of errors links to it. */
const idOf = (field: GroupField): string => `group-${field}`;

/** Refusals after which the project has to be read again: it has other prices or another state. */
const STALE: ReadonlySet<string> = new Set(['AMOUNT_MISMATCH', 'GROUP_ENDED', 'GROUP_NOT_BEGUN', 'GROUP_NOT_FOUND']);

type Props = {
  project: GroupProject;
  /** the buyer has just returned from the store map */
  isBack: boolean;
  onPlaced: (orderNo: string) => void;
  onStale: () => void;
};

/** Cart, form and total of an open project. Only in the browser, which holds the cart. */
export function GroupOrder({ project, isBack, onPlaced, onStale }: Props) {
  const { address, products } = project;
  const [draft, change, clear] = useGroupDraft(address);
  const { store, unread, readAgain, forget: forgetStore } = useChosenStore(address);
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  // A ref, because both clicks of a double click see the state of the same render.
  const locked = useRef(false);
  const quantities = new Map(Object.entries(draft.cart).map(([productId, quantity]) => [Number(productId), quantity]));
  const sums = groupSums(products, quantities);
  const chosenStore = store?.LogisticsSubType === draft.chain ? store : undefined;
  const all = groupFaults({ ...draft, hasStore: Boolean(chosenStore) }, sums.total);
  const faults = attempt === 0 ? [] : all;
  const errorOf = (field: GroupField): string | undefined => faults.find((fault) => fault.field === field)?.message;

  useEffect(() => {
    if (isBack) document.getElementById(CART_ID)?.scrollIntoView();
  }, [isBack]);

  // The chain of the store that was chosen on the map is the chosen one.
  const [known, setKnown] = useState(store);
  if (store !== known) {
    setKnown(store);
    if (store) change({ chain: store.LogisticsSubType });
  }

  function setQuantity(productId: number, quantity: number): void {
    if (quantity > (draft.cart[productId] ?? 0)) toast(messages.added, 'ok');
    change({ cart: { ...draft.cart, [productId]: quantity } });
  }

  async function submit(): Promise<void> {
    if (locked.current) return;
    setAttempt((count) => count + 1);
    setFailure(undefined);
    const [first] = all;
    if (first) return toast(first.message, 'error');
    if (!chosenStore) return;
    locked.current = true;
    setBusy(true);
    const { name, email, phone, sent } = draft;
    // With the gifts that the page shows, so that an order does not lose one without a word.
    const items = products.flatMap(({ productId, groupPrice }) => {
      const quantity = groupPrice === null ? 1 : (quantities.get(productId) ?? 0);
      return quantity > 0 ? [{ productId, quantity }] : [];
    });
    const wanted = { subtype: chosenStore.LogisticsSubType, id: chosenStore.CVSStoreID };
    const asked = { address, items, recipient: { name, email, phone }, store: wanted, expectedTotal: sums.total };
    const outcome = await placeGroupOrder(asked, sent, (kept) => change({ sent: kept }));
    setBusy(false);
    locked.current = false;
    if (outcome.kind === 'placed') {
      clear();
      forgetStore();
      toast(messages.created, 'ok');
      return onPlaced(outcome.orderNo);
    }
    setFailure(outcome.message);
    toast(outcome.message, 'error');
    if (outcome.kind === 'refused' && STALE.has(outcome.code)) onStale();
  }

  const field = (name: 'name' | 'email' | 'phone') => ({
    id: idOf(name),
    required: true,
    value: draft[name],
    error: errorOf(name),
    onChange: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) => change({ [name]: value }),
  });

  return (
    <form
      noValidate
      className="grid gap-10 pt-12 desk:grid-cols-[1fr_22rem] desk:gap-12 desk:pt-16"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div className="grid gap-10">
        <GroupCart products={products} cart={draft.cart} sums={sums} onChange={setQuantity} error={errorOf('cart')} />
        <section aria-labelledby="group-form-title" className="grid gap-6">
          <h2 id="group-form-title" className="text-h2">
            收件資料
          </h2>
          <ErrorSummary attempt={attempt} problems={faults.map(({ field: wrong, message }) => ({ fieldId: idOf(wrong), message }))} />
          <div className="grid gap-4 wide:grid-cols-2">
            <TextInput label="收件人姓名" autoComplete="name" maxLength={40} hint="請填寫真實姓名，取貨時需核對證件" {...field('name')} />
            <TextInput label="手機號碼" type="tel" inputMode="tel" autoComplete="tel-national" maxLength={20} {...field('phone')} />
            <TextInput
              label="電子郵件信箱"
              type="email"
              inputMode="email"
              autoComplete="email"
              maxLength={254}
              className="wide:col-span-2"
              {...field('email')}
            />
          </div>
          <GroupStore
            address={address}
            chain={draft.chain}
            store={chosenStore}
            unread={store ? undefined : unread}
            onReadAgain={readAgain}
            onChain={(chain) => change({ chain })}
            error={errorOf('store')}
          />
        </section>
      </div>
      <section aria-labelledby="group-total-title" className="h-fit rounded-3 border border-line bg-surface p-5 desk:sticky desk:top-24">
        <h2 id="group-total-title" className="font-sans! text-lg font-semibold">
          訂單金額
        </h2>
        <div role="status">
          <dl className="mt-4 grid grid-cols-[1fr_auto] gap-y-2 [&>dd]:text-end">
            <dt className="text-ink-2">商品小計</dt>
            <dd>
              <Price amount={sums.goods} />
            </dd>
            <dt className="text-ink-2">運費</dt>
            <dd>{sums.goods > 0 && sums.fee === 0 ? '免運費' : <Price amount={sums.fee} />}</dd>
            <dt className="font-semibold">合計</dt>
            <dd className="text-lg font-semibold">
              <Price amount={sums.total} />
            </dd>
          </dl>
        </div>
        <p className="num mt-2 text-sm text-ink-3">商品滿 NT$1,000 免運費。取貨時於門市付款。</p>
        {failure && (
          <p role="alert" className="mt-4 rounded-2 bg-danger-soft p-3 text-sm text-danger">
            {failure}
          </p>
        )}
        <Button type="submit" busy={busy} busyText="訂單送出中…" className="mt-4 w-full">
          送出訂單
        </Button>
        <p className="mt-3 text-sm text-ink-2">
          送出訂單即表示您同意
          <Link to="/help/termsAndConditions" target="_blank" className="link">
            服務條款
            <span className="sr-only">（另開新視窗）</span>
          </Link>
          與
          <Link to="/help/privacy" target="_blank" className="link">
            隱私權政策
            <span className="sr-only">（另開新視窗）</span>
          </Link>
          。
        </p>
      </section>
    </form>
  );
}
