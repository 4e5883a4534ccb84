import { srcSet } from '../../ui/picture.tsx';

/** The files by the number of columns that the picture fills: with their widths in px, and the CSS width at which they are shown. */
const FILES = {
  1: ['tall', '(min-width: 56.25rem) 18rem, (min-width: 43.75rem) 30vw, calc(50vw - 1.5rem)'],
  2: ['texture', '40rem'],
  3: ['band', '60rem'],
} as const;
type Columns = keyof typeof FILES;

/** Columns that the last row of a grid leaves free. */
const freeOf = (count: number, columns: number): Columns => ((columns - (count % columns)) % columns || 1) as Columns;

/**
 * The content of a product in the places that the last row of a grid leaves free, in the file that has their proportion, so that no
 * crop cuts the content. `columns`: of the grid on a computer. The stylesheet hides it where the row is full (tile.css).
 */
export function RowStill({ image, count, columns }: { image: string; count: number; columns: number }) {
  const source = (free: Columns, media?: string) => {
    const [shape, sizes] = FILES[free];
    const files =
      free === 1
        ? TALL_WIDTHS.map((width) => `/img/product/${image}-tall-${width}.avif ${width}w`).join(', ')
        : srcSet(`${image}-${shape}`, 'avif');
    return <source media={media} type="image/avif" srcSet={files} sizes={sizes} />;
  };
  const wide = freeOf(count, columns);
  return (
    <picture>
      {source(wide, '(min-width: 56.25rem)')}
      {source(freeOf(count, 3), '(min-width: 43.75rem)')}
      {source(1)}
      <img src={`/img/product/${image}-${FILES[wide][0]}-640.webp`} alt="" loading="lazy" decoding="async" />
    </picture>
  );
}
const TALL_WIDTHS = [320, 640] as const;
