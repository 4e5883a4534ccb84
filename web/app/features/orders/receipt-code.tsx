import { CopyButton } from './copy-button.tsx';
import { messages } from './messages.ts';

/**
 * The code with which a buyer can later have the order's history checked. It stands last on the page: the server renders the
 * page without it, so that it moves nothing when it appears.
 */
export function ReceiptCode({ receipt }: { receipt: string | undefined }) {
  if (receipt === undefined) return null;
  return (
    <div className="text-sm text-ink-3">
      <div className="flex flex-wrap items-center gap-x-3">
        <span>訂單存證碼</span>
        <CopyButton text={receipt} what="訂單存證碼" done={messages.receiptCopied} />
      </div>
      <p translate="no" className="num break-all">
        {receipt}
      </p>
      <p>{messages.receipt}</p>
    </div>
  );
}
