/** Messages of the store map. */
export const messages = {
  mapTokenInvalid: '門市選擇連結已失效，請回到原頁面重新選擇門市',
  mapStoreInvalid: '無法辨識所選的門市，請回到原頁面重新選擇',
  mapFailedTitle: '門市選擇失敗',
  mapDoneTitle: '已選擇門市',
  mapDone: '已選擇門市，正在返回原頁面…',
  mapBack: '返回原頁面',
} as const;

/** Answers to the carrier's server: `1|OK`, or `0|` and the reason (providers §1.6). */
export const carrierAnswers = {
  ok: '1|OK',
  badSignature: '0|CheckMacValue Error',
  unknownMerchant: '0|MerchantID Error',
  unreadable: '0|Parameter Error',
  foreignCode: '0|RtnCode Error',
  unknownParcel: '0|MerchantTradeNo not found',
} as const;
