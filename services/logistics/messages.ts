/** What the buyer reads on the way to the store map and back, and the carrier's server in its own form. */
export const messages = {
  mapTokenInvalid: '門市選擇連結已失效，請回到結帳頁重新選擇門市',
  mapStoreInvalid: '無法辨識所選的門市，請回到結帳頁重新選擇',
  mapFailedTitle: '門市選擇失敗',
  mapDoneTitle: '已選擇門市',
  mapDone: '已選擇門市，正在返回結帳頁…',
  mapBack: '返回結帳頁',
} as const;

/** `1|OK`, or `0|` and why not (providers §1.6). */
export const carrierAnswers = {
  ok: '1|OK',
  badSignature: '0|CheckMacValue Error',
  unknownMerchant: '0|MerchantID Error',
  unreadable: '0|Parameter Error',
  foreignCode: '0|RtnCode Error',
  unknownParcel: '0|MerchantTradeNo not found',
} as const;
