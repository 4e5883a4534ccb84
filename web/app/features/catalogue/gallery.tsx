import { type ReactNode, useState } from 'react';
import { Picture } from '../../ui/picture.tsx';

/** A little less than the picture's width on a phone, so that a common phone loads the 640 px file instead of one with twice the bytes. */
const WIDTHS = '(min-width: 56.25rem) 36rem, calc(100vw - 3rem)';

/** The product's pictures: one large, the others as small buttons. `corner`: over the large picture. */
export function Gallery({ images, name, corner }: { images: readonly string[]; name: string; corner?: ReactNode }) {
  const [at, setAt] = useState(0);
  const shown = images[at] ?? images[0];
  if (!shown) return null;
  return (
    <div className="desk:sticky desk:top-24">
      <div className="relative overflow-clip rounded-3 bg-sunken">
        {corner}
        <Picture
          key={shown}
          image={shown}
          alt={images.length > 1 ? `${name}，圖片 ${at + 1}，共 ${images.length} 張` : name}
          sizes={WIDTHS}
          priority
          className="aspect-square w-full object-cover"
        />
      </div>
      {images.length > 1 && (
        <ul aria-label="商品圖片" className="mt-3 flex flex-wrap gap-3">
          {images.map((image, place) => (
            <li key={image}>
              <button
                type="button"
                aria-label={`看圖片 ${place + 1}`}
                aria-pressed={place === at}
                onClick={() => setAt(place)}
                className="block size-16 overflow-clip rounded-2 border-2 border-transparent bg-sunken aria-pressed:border-brand desk:size-20"
              >
                <Picture image={image} alt="" sizes="5rem" minor className="size-full object-cover" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
