/**
 * A text that breaks between its clauses first, so that no word of a short line is cut in two. It needs no support of the
 * browser for Chinese words.
 */
export const Clauses = ({ of }: { of: string }) =>
  of.split(/(?<=[，、；。！？])/).map((clause) => (
    <span key={clause} className="inline-block [text-decoration:inherit]">
      {clause}
    </span>
  ));
