export const messages = {
  foreignOrigin: '請從本店的網頁操作',
} as const;
