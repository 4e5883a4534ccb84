import { SILHOUETTES } from './silhouettes.ts';

export type HeadProps = {
  id: string;
  title: string;
  text: string;
  sign?: string;
  numbers?: readonly string[];
  vessels?: readonly string[];
};

/** Units from one outline to the next, for three of them less; and the width of the widest. Each has 2 free at its left. */
const APART = 21.5;
const CLOSE = 18;
const WIDEST = 20;

/** The outlines of a group's vessels in one row, as wide as the head. */
function Vessels({ of }: { of: readonly string[] }) {
  const apart = of.length > 2 ? CLOSE : APART;
  return (
    <svg viewBox={`2 0 ${(of.length - 1) * apart + WIDEST} 48`} preserveAspectRatio="xMinYMax" aria-hidden className="care-vessels">
      {of.map((vessel, place) => (
        <path key={vessel} d={SILHOUETTES[vessel]} transform={`translate(${place * apart} 0)`} />
      ))}
    </svg>
  );
}

/**
 * The tinted head of a group. `numbers`: of its products; `sign`: what stands in their place on the labels; `vessels`: which
 * outlines stand at its foot on a computer, otherwise those of its numbers.
 */
export function CareHead({ id, title, text, sign, numbers = [], vessels = numbers }: HeadProps) {
  return (
    <div className="care-head">
      <div>
        <div className="care-words">
          {numbers.length > 0 && (
            <p className="care-no">
              <span className="sr-only">號碼</span>
              {numbers.map((number) => (
                <span key={number}>{number}</span>
              ))}
            </p>
          )}
          {numbers.length === 0 && sign && (
            <p aria-hidden className="care-no">
              {sign}
            </p>
          )}
          <h2 id={id}>{title}</h2>
          <p>{text}</p>
        </div>
      </div>
      {vessels.length > 0 && <Vessels of={vessels} />}
    </div>
  );
}
