/** A dated text of the shop. A change of the text gets a new `version` (the day from which it holds). */
export type DatedText = {
  title: string;
  /** `YYYY-MM-DD` */
  version: string;
  sections: readonly { heading: string; paragraphs: readonly string[] }[];
};

/** A dated text that customers agree to. Events record its name, its version and the hash of its plain text. */
export type LegalText = DatedText & { name: 'terms' | 'privacy' };

/** The text whose hash events record: title, version, headings and paragraphs, one per line. */
export const plainText = ({ title, version, sections }: DatedText): string =>
  [title, version, ...sections.flatMap(({ heading, paragraphs }) => [heading, ...paragraphs])].join('\n');
