export const TYPE_LABELS = { DISCOUNT: '折扣', GIVEAWAY: '贈品', BONUS: '贈品' } as const;
