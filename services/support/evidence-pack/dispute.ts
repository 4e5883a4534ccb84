import { dayOf, shownTime } from '@nordhaut/contracts';
import { hash } from 'node:crypto';
import { type DatedText, plainText, PRIVACY, RETURN_RULES, TERMS_OF_SERVICE } from '@nordhaut/contracts/legal';
import type { Agreement } from '@nordhaut/contracts/legal/agreements';
import type { HistoryEvent } from '@nordhaut/contracts/support';
import type { Order } from '@nordhaut/ordering';
import { PARCEL } from '../orders/groups.ts';
import { mailReport } from '../orders/words.ts';
import { recipientFields } from '../orders/state-fields.ts';
import { fieldList, paragraph, section, table } from './html.ts';

/** A mail as messaging kept it; `mail` is missing after the person was forgotten, or after its years. */
export type SentMail = {
  id: string;
  kind: string;
  sentAt: Date;
  providerId: string | null;
  reports: readonly { event: string; at: Date }[];
  mail: { to: string; name: string; subject: string; html: string; text: string } | undefined;
};
/** `files`: further files of the pack, by name. `sections`: of the readable page. */
export type DisputePart = { files: Record<string, string>; sections: string[] };

const PAYMENT = new Set([
  'CardPaymentStarted',
  'CardPaymentAuthorised',
  'CardPaymentFailed',
  'StrayChargeFound',
  'RefundStarted',
  'RefundWayChanged',
  'RefundIssued',
]);
/** Another store, and another order that sends the goods again, say who got them as a scan does. */
const DELIVERY = new Set([...PARCEL, 'ShipmentCancelled', 'LinkedOrderAgreed', 'LinkedOrderPlaced', 'LinkedOrderEnded']);

/** What a card scheme asks in a dispute: who got the goods, whether the cardholder was authenticated, and what they were told. */
export function disputePart(order: Order, events: readonly HistoryEvent[], mails: readonly SentMail[]): DisputePart {
  const placedAt = events[0]?.recordedAt ?? '';
  const day = dayOf(placedAt);
  const { agreed } = order.terms;
  // Without a line break at the end, so that the SHA-256 of a file is the one in the table and in the event.
  const texts = [
    agreed ? termsAgreed('terms', TERMS_OF_SERVICE, agreed.terms) : termsOn('terms', TERMS_OF_SERVICE, day),
    ...(agreed ? [termsAgreed('privacy', PRIVACY, agreed.privacy)] : []),
    termsOn('returns', RETURN_RULES, day),
  ];
  const { contact } = order.personal;
  return {
    files: {
      ...Object.fromEntries(
        mails.flatMap(({ mail }, at) =>
          mail
            ? [
                [`mails/${at + 1}.html`, mail.html],
                [`mails/${at + 1}.txt`, mail.text],
              ]
            : [],
        ),
      ),
      'mails.json': `${JSON.stringify(
        mails.map(({ mail, ...about }, at) => ({
          ...about,
          ...(mail && { to: mail.to, subject: mail.subject, file: `mails/${at + 1}.html` }),
        })),
        null,
        2,
      )}\n`,
      ...Object.fromEntries(texts.flatMap(({ file, text }) => (text === undefined ? [] : [[file, text]]))),
    },
    sections: [
      section(
        '收件人',
        paragraph('爭議處理須核對收件人，因此本項未遮罩。'),
        contact ? fieldList(recipientFields(contact)) : paragraph('收件人資料已刪除。'),
      ),
      section('3D 驗證與付款', paragraph(threeDSecure(events)), eventTable(events, PAYMENT)),
      section('配送掃描紀錄', eventTable(events, DELIVERY)),
      section(
        '寄給顧客的信',
        table(
          ['寄出時間', '主旨', '收件者', '檔案', '寄信業者回報'],
          mails.map(({ sentAt, mail, reports }, at) => [
            shownTime(sentAt.toISOString()),
            mail?.subject ?? '（內容已刪除）',
            mail?.to ?? '',
            mail ? `mails/${at + 1}.html` : '',
            reports.map(mailReport).join('、'),
          ]),
        ),
      ),
      section(
        '訂購當日的條款',
        table(
          ['文件', '版本', 'SHA-256', '說明'],
          texts.map(({ title, version, digest, note }) => [title, version, digest, note]),
        ),
      ),
    ],
  };
}

/** Of the charge that pays the order. There may be another one, which the bank asked about. */
function threeDSecure(events: readonly HistoryEvent[]): string {
  const chargesOf = (name: string): unknown[] => events.flatMap(({ type, raw }) => (type === name ? [raw.data['recTradeId']] : []));
  if (!events.some(({ type }) => type.startsWith('CardPayment'))) return '此訂單沒有信用卡付款的紀錄。';
  const [started, paid] = [chargesOf('CardPaymentStarted'), chargesOf('CardPaymentAuthorised')];
  if (started.length === 0 || paid.some((charge) => !started.includes(charge))) return '此筆付款沒有進入 3D 驗證頁面。';
  return paid.length > 0 ? '持卡人在發卡銀行的 3D 驗證頁面完成驗證，之後取得授權。' : '已導向發卡銀行的 3D 驗證頁面，沒有取得授權。';
}

const eventTable = (events: readonly HistoryEvent[], types: ReadonlySet<string>): string =>
  table(
    ['版本', '記錄時間', '業者時間', '內容'],
    events
      .filter(({ type }) => types.has(type))
      .map(({ revision, recordedAt, carrierAt, sentence }) => [
        String(revision),
        shownTime(recordedAt),
        carrierAt ? shownTime(carrierAt) : '',
        sentence,
      ]),
  );

type Terms = { title: string; version: string; digest: string; note: string; file: string; text: string | undefined };

/** The shop keeps the text that holds now. On days before its version another text held, which the pack cannot have. */
function termsOn(name: string, text: DatedText, day: string): Terms {
  const isOfThatDay = text.version <= day;
  const plain = plainText(text);
  return {
    title: text.title,
    version: isOfThatDay ? text.version : `${text.version} 之前的版本`,
    digest: isOfThatDay ? hash('sha256', plain, 'hex') : '',
    note: isOfThatDay ? `訂購日 ${day} 適用` : `訂購日 ${day} 適用較早的版本，商店沒有保存其文字`,
    file: `terms/${name}-${text.version}.txt`,
    text: isOfThatDay ? plain : undefined,
  };
}

/**
 * A text that the order says its buyer agreed to. Its hash is in the order's first event, so the pack proves which text it was,
 * also where a newer one holds now and the shop did not keep the earlier one.
 */
export function termsAgreed(name: string, text: DatedText, agreed: Agreement): Terms {
  const plain = plainText(text);
  const isThatText = hash('sha256', plain, 'hex') === agreed.hash;
  return {
    title: text.title,
    version: agreed.version,
    digest: agreed.hash,
    note: isThatText
      ? '顧客下單時同意，版本與雜湊記於訂單的第一筆事件'
      : '顧客下單時同意，版本與雜湊記於訂單的第一筆事件；其文字已改版，請以此雜湊核對當時的文件',
    file: `terms/${name}-${agreed.version}.txt`,
    text: isThatText ? plain : undefined,
  };
}
