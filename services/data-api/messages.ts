/** Messages of the data API. One message for everything that is closed, so that it does not show what exists. */
export const messages = {
  refused: '無法讀取或變更這項資料',
  malformed: '資料格式錯誤',
  rowChanged: '資料已被其他人變更，請確認變更後再試一次',
  rowExists: '已有相同的資料，請確認代碼或網址',
  rowInvalid: '資料內容不符合規定，請確認後再試',
  rowNotFound: '找不到要變更的資料',
};
