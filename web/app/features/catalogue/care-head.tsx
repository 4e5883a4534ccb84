export type HeadProps = { id: string; title: string; text: string; numbers?: readonly string[] };

/** The head of a group: a line with its name, the numbers of its products, and a sentence (list.css). */
export const CareHead = ({ id, title, text, numbers = [] }: HeadProps) => (
  <div className="care-head">
    <h2 id={id}>{title}</h2>
    {numbers.length > 0 && (
      <p className="care-no">
        <span className="sr-only">號碼</span>
        {numbers.map((number) => (
          <span key={number}>{number}</span>
        ))}
      </p>
    )}
    <p>{text}</p>
  </div>
);
