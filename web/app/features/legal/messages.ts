/** Headings. The heading font contains their glyphs (vite/heading-font.ts). */
export const headings = { privacy: '隱私權政策', terms: '服務條款', versionOf: '版本日期' };
