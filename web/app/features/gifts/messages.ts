export const headings = { gifts: '企業贈禮', sent: '已收到您的詢問', direct: '也可以直接聯絡' } as const;

export const messages = {
  lead: '節慶、週年與員工關懷的保養禮。告訴我們數量與想法，我們在兩個工作天內以您留下的方式回覆。',
  sent: '我們會在兩個工作天內回覆。這筆資料只用於回覆詢問，保留 180 天後自動刪除。',
  note: '送出的資料以加密方式保存，只用於回覆詢問，180 天後自動刪除。',
  direct: '企業採購與大量訂購，附上數量、預算與希望到貨的日期，會快很多。',
  required: '請填寫這一欄',
  contact: '請填寫電子郵件或電話',
  quantity: '請填寫 1 到 100,000 的整數',
} as const;
