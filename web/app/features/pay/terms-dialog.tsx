import { Link } from 'react-router-dom';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { headings } from '../checkout/messages.ts';

const TERMS: readonly { title: string; text: string }[] = [
  { title: '訂單與金額', text: '售價以新台幣計，含 5% 營業稅。信用卡付款成功後開始備貨；貨到付款於收件時付清。' },
  {
    title: '配送',
    text: '訂單於 1–3 個工作天內出貨，出貨後宅配本島約 2–4 個工作天送達；超商取貨請於到店通知後期限內領取。海外配送僅限香港與澳門。',
  },
  {
    title: '鑑賞期與退貨',
    text: '收到商品的隔日起 7 日內（含例假日）可申請退貨，不需理由；除了未寄回的贈品之外，不扣除任何費用。商品請保持未拆封；已拆封的商品可能不予受理，試用品與 05 緊緻精華液（15 ml）除外，拆封後也可以退。',
  },
  {
    title: '退款',
    text: '收到並檢查退貨商品後 3 個工作天內，退回原付款方式，貨到付款的訂單以匯款退還。逾期而經本店同意的退貨，原訂單未達免運門檻者將扣除運費 NT$120，海外訂單依金額級距退款。',
  },
  { title: '個人資料', text: '收件資料僅用於出貨、開立發票與客服聯繫；信用卡資料由金流業者直接收取，本店不會取得卡號。' },
];

/** The whole texts (spec/3-purchase-flow §2, "Links"). They open beside the checkout, which keeps what was typed. */
const WHOLE = [
  ['/help/termsAndConditions', '服務條款'],
  ['/help/return-order', '退換貨須知'],
  ['/help/privacy', '隱私權政策'],
  ['/help/faq', '常見問題'],
] as const;

type Props = { open: boolean; onClose: () => void; onAgree: () => void };

/** The main points of the terms. Few buyers read them here, so they are loaded when a buyer asks for them. */
export const TermsDialog = ({ open, onClose, onAgree }: Props) => (
  <Dialog open={open} onClose={onClose} title={headings.terms} actions={<Button onClick={onAgree}>我同意</Button>}>
    <dl className="grid gap-3">
      {TERMS.map(({ title, text }) => (
        <div key={title}>
          <dt className="font-semibold">{title}</dt>
          <dd className="text-ink-2">{text}</dd>
        </div>
      ))}
    </dl>
    <ul aria-label="完整內容" className="mt-3 flex flex-wrap gap-x-5">
      {WHOLE.map(([to, label]) => (
        <li key={to}>
          <Link to={to} target="_blank" className="link inline-flex min-h-11 min-w-11 items-center">
            {label}
            <span className="sr-only">（另開新視窗）</span>
          </Link>
        </li>
      ))}
    </ul>
  </Dialog>
);
