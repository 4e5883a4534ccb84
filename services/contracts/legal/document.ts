/** A legal text that customers agree to. A change of the text gets a new `version` (the day from which it holds). */
export type LegalText = {
  name: 'terms' | 'privacy';
  title: string;
  /** `YYYY-MM-DD` */
  version: string;
  sections: readonly { heading: string; paragraphs: readonly string[] }[];
};

/** The text whose hash events record: title, version, headings and paragraphs, one per line. */
export const plainText = ({ title, version, sections }: LegalText): string =>
  [title, version, ...sections.flatMap(({ heading, paragraphs }) => [heading, ...paragraphs])].join('\n');
