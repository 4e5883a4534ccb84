import type { Block, Template } from './template.ts';

const GREETING: Block = { text: '{{name}}您好，' };
const ORDER: Block = {
  facts: [
    ['訂單編號', '{{orderNo}}'],
    ['訂購時間', '{{placedAt}}'],
    ['付款方式', '{{payment}}'],
    ['配送方式', '{{delivery}}'],
    ['取貨門市', '{{store}}'],
    ['門市地址', '{{storeAddress}}'],
    ['收件人', '{{recipient}}'],
    ['收件地址', '{{address}}'],
  ],
};
const LOOK_UP: Block = { button: '查看訂單', link: '{{orderUrl}}' };
const RECEIPT: Block = {
  note: '訂單存證碼 {{receipt}}\n這組存證碼代表本信寄出時的訂單紀錄。請保留此信，日後可用它確認紀錄未遭更動。',
};
const created = (id: string, next: string): Template => ({
  id,
  version: 1,
  subject: '訂單已成立（{{orderNo}}）',
  preview: '我們已收到您的訂單，金額 {{total}}。',
  blocks: [{ heading: '謝謝您的訂購' }, GREETING, { text: `我們已收到您的訂單。${next}` }, ORDER, { items: true }, LOOK_UP, RECEIPT],
});

const LINKED: Block = {
  facts: [
    ['訂單編號', '{{orderNo}}'],
    ['原訂單編號', '{{originNo}}'],
    ['配送方式', '{{delivery}}'],
    ['取貨門市', '{{store}}'],
    ['門市地址', '{{storeAddress}}'],
    ['收件人', '{{recipient}}'],
    ['收件地址', '{{address}}'],
  ],
};
const linked = (id: string, what: string, why: string): Template => ({
  id,
  version: 1,
  subject: `${what}已安排（{{orderNo}}）`,
  preview: `${what}不另收費，原訂單 {{originNo}}。`,
  blocks: [{ heading: `${what}已安排` }, GREETING, { text: `${why}${what}不另收費。` }, LINKED, { items: true }, LOOK_UP, RECEIPT],
});

const RETURNED: Block = {
  facts: [
    ['訂單編號', '{{orderNo}}'],
    ['申請時間', '{{returnAt}}'],
    ['退款方式', '{{returnRefund}}'],
  ],
};
const returned = (id: string, subject: string, preview: string, ...blocks: Block[]): Template => ({
  id,
  version: 1,
  subject: `${subject}（{{orderNo}}）`,
  preview,
  blocks: [{ heading: subject }, GREETING, ...blocks, LOOK_UP, RECEIPT],
});

const NEW_PASSWORD: Block = { button: '重設密碼', link: '{{newPasswordUrl}}' };

/**
 * The templates of this release; the seed adds them to `email_template`. A changed text is a new version: mails that were
 * sent keep theirs.
 */
export const TEMPLATES = [
  {
    id: 'REGISTER_SUCCESS',
    version: 1,
    subject: '歡迎加入 {{brand}}',
    preview: '您的會員帳號已建立。',
    blocks: [
      { heading: '歡迎加入 {{brand}}' },
      GREETING,
      { text: '您的會員帳號已建立，現在就能登入查看訂單、儲存收件資料與收藏商品。' },
      { facts: [['邀請碼', '{{inviteCode}}']] },
      { text: '{{confirmText}}' },
      { button: '確認電子郵件', link: '{{confirmUrl}}' },
      { note: '如果您沒有註冊過，請不要點選連結，並與客服聯絡。' },
    ],
  },
  {
    id: 'CONFIRM_EMAIL',
    version: 1,
    subject: '請確認您的電子郵件',
    preview: '點選信中的連結，完成電子郵件確認。',
    blocks: [
      { heading: '請確認您的電子郵件' },
      GREETING,
      { text: '{{confirmText}}' },
      { button: '確認電子郵件', link: '{{confirmUrl}}' },
      { note: '如果您沒有提出這個要求，請忽略此信。' },
    ],
  },
  {
    id: 'RESET_PASSWORD',
    version: 1,
    subject: '重設您的密碼',
    preview: '連結一小時內有效，只能使用一次。',
    blocks: [
      { heading: '重設您的密碼' },
      GREETING,
      {
        text: '我們收到重設密碼的要求。請點選下方按鈕設定新密碼。連結一小時內有效，只能使用一次；若您多次提出要求，只有最新一封信的連結有效。',
      },
      { button: '設定新密碼', link: '{{resetUrl}}' },
      { note: '如果您沒有提出這個要求，請忽略此信，您的密碼不會變更。請勿將此信轉寄給他人。' },
    ],
  },
  created('ORDER_CREATED_HOME', '商品備妥後會交給宅配，出貨進度可隨時在訂單頁查看。{{payNote}}'),
  created('ORDER_CREATED_STORE', '商品送達取貨門市時，我們會再寄信通知您取貨。{{payNote}}'),
  created('ORDER_CREATED_GROUP', '這是團購活動的訂單，商品送達取貨門市時，我們會再寄信通知您取貨。{{payNote}}'),
  created('ORDER_CREATED_ABROAD', '商品備妥後會以國際運送寄出，出貨進度可隨時在訂單頁查看。當地可能收取的關稅由收件人負擔。'),
  linked('ORDER_EXCHANGED', '換貨', '我們已收到您退回的商品，將寄出換貨商品。'),
  linked('ORDER_SENT_AGAIN', '補寄', '您訂單 {{originNo}} 的包裹未能送達，我們為您重新寄出。'),
  {
    id: 'PARCEL_AT_STORE',
    version: 2,
    subject: '您的商品已到店（{{orderNo}}）',
    preview: '請於 {{deadline}}（含當日）以前至 {{store}} 取貨。',
    blocks: [
      { heading: '商品已到店，可以取貨了' },
      GREETING,
      { text: '您的商品已送達取貨門市，請於 {{deadline}}（含當日）以前攜帶身分證件前往取貨。{{payNote}}' },
      { code: '{{pickupCode}}', label: '取貨編號' },
      {
        facts: [
          ['取貨門市', '{{store}}'],
          ['門市地址', '{{storeAddress}}'],
          ['取貨期限', '{{deadline}}'],
          ['訂單編號', '{{orderNo}}'],
        ],
      },
      { note: '逾期未取，包裹將退回，訂單也會取消。' },
      LOOK_UP,
      RECEIPT,
    ],
  },
  {
    id: 'ORDER_CANCELLED',
    version: 1,
    subject: '訂單已取消（{{orderNo}}）',
    preview: '{{reason}}',
    blocks: [
      { heading: '訂單已取消' },
      GREETING,
      { text: '{{reason}}' },
      { text: '{{refundNote}}' },
      {
        facts: [
          ['訂單編號', '{{orderNo}}'],
          ['訂單金額', '{{total}}'],
        ],
      },
      { items: true },
      LOOK_UP,
      RECEIPT,
    ],
  },
  {
    id: 'ORDER_REFUNDED',
    version: 1,
    subject: '退款通知（{{orderNo}}）',
    preview: '我們已退還 {{amount}}。',
    blocks: [
      { heading: '已為您退款' },
      GREETING,
      { text: '{{refundText}}' },
      {
        facts: [
          ['退款金額', '{{amount}}'],
          ['退款方式', '{{way}}'],
          ['訂單編號', '{{orderNo}}'],
        ],
      },
      LOOK_UP,
      RECEIPT,
    ],
  },
  returned(
    'RETURN_REQUESTED',
    '已收到退貨申請',
    '如果不是您本人申請，請立即與客服聯絡。',
    { text: '我們已收到這筆訂單的退貨申請，審核結果會另外寄信通知您。通過後物流會到府收件，請不要自行寄回商品。' },
    RETURNED,
    { note: '如果不是您本人申請，或退款方式有誤，請立即與客服聯絡。' },
  ),
  returned(
    'RETURN_APPROVED',
    '退貨申請已通過',
    '請將商品、贈品與發票放回原包裝。',
    {
      text: '您的退貨申請已通過。物流會在 1–3 個工作天內到府收件；若您尚未收到商品，自收到商品後起算。請將商品、贈品與發票放回原包裝，於收件當天或 2 個工作天內交出；試用品與旅行組拆封使用後不需要寄回。',
    },
    { text: '我們收到並檢查商品後，會辦理退款或換貨，進度可隨時在訂單頁查看。' },
    { facts: [['訂單編號', '{{orderNo}}']] },
    { note: '如果不是您本人申請，請立即與客服聯絡。' },
  ),
  returned(
    'RETURN_REJECTED',
    '退貨申請未通過',
    '原因：{{rejection}}',
    { text: '很抱歉，經審核或檢查商品後，我們無法受理這筆訂單的退貨。' },
    {
      facts: [
        ['訂單編號', '{{orderNo}}'],
        ['原因', '{{rejection}}'],
      ],
    },
    { text: '如有疑問，請與客服聯絡。' },
  ),
  returned(
    'RETURN_ENDED',
    '退貨已結束',
    '我們沒有收到退回的商品。',
    { text: '我們沒有收到您退回的商品，這筆訂單的退貨先行結束。如果您已交出商品，請與客服聯絡；商品送達後，我們會照常辦理退款。' },
    { facts: [['訂單編號', '{{orderNo}}']] },
  ),
  {
    id: 'GIFT_GRANTED',
    version: 1,
    subject: '您有一份新的會員禮',
    preview: '會員禮已存入您的帳號。',
    blocks: [
      { heading: '送您一份會員禮' },
      GREETING,
      { text: '您的帳號收到一份新的會員禮，內容與使用條件請見會員中心的優惠券。' },
      { facts: [['使用期限', '{{endsAt}}']] },
      { button: '查看優惠券', link: '{{couponUrl}}' },
    ],
  },
  {
    id: 'CREDIT_GRANTED',
    version: 2,
    subject: '{{amount}} 購物金已存入您的帳號',
    preview: '下次結帳時即可折抵。',
    blocks: [
      { heading: '購物金已存入' },
      GREETING,
      { text: '{{reason}}' },
      {
        facts: [
          ['購物金', '{{amount}}'],
          ['使用期限', '{{endsAt}}'],
        ],
      },
      { text: '下次結帳時，可以在購物車的「優惠與購物金」折抵。' },
      { button: '查看購物金', link: '{{couponUrl}}' },
    ],
  },
  {
    id: 'SIGN_IN_ADDED',
    version: 1,
    subject: '您的帳號已新增 {{way}} 登入',
    preview: '如果不是您本人操作，請立即重設密碼。',
    blocks: [
      { heading: '已新增登入方式' },
      GREETING,
      { text: '您的會員帳號已連結 {{way}}，之後可以用 {{way}} 登入。如果是您本人操作，就不需要再做任何事。' },
      {
        facts: [
          ['登入方式', '{{way}}'],
          ['連結時間', '{{at}}'],
        ],
      },
      {
        note: '如果不是您本人操作，請立即重設密碼，並與客服聯絡。重設後，所有裝置都會登出，LINE 與 Facebook 的連結也會一併解除。',
      },
      NEW_PASSWORD,
    ],
  },
  {
    id: 'SIGN_IN_REMOVED',
    version: 1,
    subject: '您的帳號已解除 {{way}} 登入',
    preview: '如果不是您本人操作，請立即重設密碼。',
    blocks: [
      { heading: '已解除登入方式' },
      GREETING,
      { text: '您的會員帳號已解除「{{way}}」這個登入方式，其他裝置也已登出。如果是您本人操作，就不需要再做任何事。' },
      {
        facts: [
          ['登入方式', '{{way}}'],
          ['解除時間', '{{at}}'],
        ],
      },
      { note: '如果不是您本人操作，請立即以這個信箱重設密碼，並與客服聯絡。' },
      NEW_PASSWORD,
    ],
  },
  {
    id: 'PASSWORD_CHANGED',
    version: 1,
    subject: '您的密碼已變更',
    preview: '如果不是您本人操作，請立即重設密碼。',
    blocks: [
      { heading: '密碼已變更' },
      GREETING,
      {
        text: '您的會員密碼已變更，其他裝置都已登出。如果您的帳號曾連結 LINE 或 Facebook，連結也已一併解除；請以新密碼登入後，到會員資料重新連結。',
      },
      { facts: [['變更時間', '{{at}}']] },
      { note: '如果不是您本人操作，請立即重設密碼，並與客服聯絡。' },
      NEW_PASSWORD,
    ],
  },
  {
    id: 'EMAIL_CHANGED',
    version: 1,
    subject: '您的會員電子郵件已變更',
    preview: '如果不是您本人操作，請立即與客服聯絡。',
    blocks: [
      { heading: '電子郵件已變更' },
      GREETING,
      {
        text: '您的會員帳號已改用另一個電子郵件。之後的通知會寄到新的信箱，這個信箱無法再用來登入或重設密碼。如果是您本人操作，就不需要再做任何事。',
      },
      { facts: [['變更時間', '{{at}}']] },
      { note: '如果不是您本人操作，請立即與客服聯絡，並保留此信。' },
    ],
  },
  {
    id: 'ACCOUNT_CLOSED',
    version: 1,
    subject: '您的會員帳號已刪除',
    preview: '如果不是您本人操作，請立即與客服聯絡。',
    blocks: [
      { heading: '會員帳號已刪除' },
      GREETING,
      { text: '我們已依要求刪除您的會員帳號，所有裝置都已登出，也無法再以此帳號登入。進行中的訂單、退貨與退款會繼續處理完成。' },
      { facts: [['刪除時間', '{{at}}']] },
      { note: '如果不是您本人操作，請立即與客服聯絡，並保留此信。' },
    ],
  },
  {
    id: 'CHECKPOINT',
    version: 1,
    subject: '{{brand}} 歷史紀錄檢查點 {{day}}（{{size}} 筆）',
    preview: '請保存此信，勿刪除。',
    blocks: [
      { heading: '歷史紀錄檢查點' },
      { text: '這是 {{day}} 的簽章檢查點，涵蓋商店的前 {{size}} 筆事件。請將此信保存在商店無法更動的地方。' },
      { verbatim: '{{note}}' },
      { note: '將上方內容存成檔案後，執行 npm run verify -- --checkpoint 檔案，即可確認這些紀錄未遭更動。' },
    ],
  },
] as const satisfies readonly Template[];

export type TemplateId = (typeof TEMPLATES)[number]['id'];
