import { type ReactNode, useRef, useState } from 'react';
import { Picture } from '../../ui/picture.tsx';

/** A little less than the picture's width on a phone, so that a common phone loads the 640 px file instead of one with twice the bytes. */
const WIDTHS = '(min-width: 43.75rem) min(38rem, 48vw), calc(100vw - 3rem)';

/** The product's pictures in a row that snaps (detail.css), and on a larger screen small buttons that scroll it; a phone has dots below the picture. `corner`: over the pictures. */
export function Gallery({ images, name, corner }: { images: readonly string[]; name: string; corner: ReactNode }) {
  const row = useRef<HTMLOListElement>(null);
  const [at, setAt] = useState(0);
  const many = images.length > 1;
  const go = (place: number): void => row.current?.scrollTo(place * row.current.clientWidth, 0);
  return (
    <div>
      <div className="gallery">
        {corner}
        <ol
          ref={row}
          aria-label="商品圖片"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable element must be scrollable by keyboard
          tabIndex={many ? 0 : undefined}
          onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => setAt(Math.round(scrollLeft / clientWidth))}
          // An arrow key alone scrolls a few pixels, and the row would snap back.
          onKeyDown={(event) => {
            const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
            if (!by) return;
            event.preventDefault();
            go(at + by);
          }}
          className="gallery-row"
        >
          {images.map((image, place) => (
            <li key={image} className="block">
              <Picture
                image={image}
                alt={many ? `${name}，圖片 ${place + 1}，共 ${images.length} 張` : name}
                sizes={WIDTHS}
                priority={place === 0}
              />
            </li>
          ))}
        </ol>
      </div>
      {many && (
        <p aria-hidden className="gallery-dots">
          {images.map((image, place) => (
            <span key={image} data-at={place === at || undefined} />
          ))}
        </p>
      )}
      {many && (
        <ol aria-label="選擇圖片" className="gallery-choice">
          {images.map((image, place) => (
            <li key={image} className="block">
              <button type="button" aria-label={`看圖片 ${place + 1}`} aria-pressed={place === at} onClick={() => go(place)}>
                <Picture image={image} alt="" sizes="6rem" minor />
              </button>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
