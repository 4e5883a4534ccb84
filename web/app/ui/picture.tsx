import { preload } from 'react-dom';

const WIDTHS = [320, 640, 1280] as const;
/** The drawings of the content have one more, for slides and heads of pages. */
const CONTENT_WIDTHS = [...WIDTHS, 1920] as const;
const base = (image: string): string => (image.startsWith('/') ? image : `/img/product/${image}`);
/** `image`: as in `Props`; `type`: the files' extension */
export const srcSet = (image: string, type: string): string =>
  (image.startsWith('/img/content/') ? CONTENT_WIDTHS : WIDTHS).map((width) => `${base(image)}-${width}.${type} ${width}w`).join(', ');

/** Path of one file: square, or for shared links with 1200 × 630 px. */
export const imageFile = (image: string, kind: '1280.png' | 'og.jpg'): string => `${base(image)}-${kind}`;

type Props = {
  /** path under /img/product/ without width and extension (contracts, ProductCard.images) */
  image: string;
  /** '' if the text beside the picture has the same content */
  alt: string;
  /** CSS `sizes`: the displayed width */
  sizes: string;
  /** The page's largest picture: loaded first, not lazily. */
  priority?: boolean;
  /** Visible at the start beside the largest picture: loaded after it. */
  minor?: boolean;
  className?: string;
  /** Width and height of the file as a ratio; square by default. */
  ratio?: readonly [width: number, height: number];
};

/** A product image in the best format that the browser supports. Its space is reserved while it loads. */
export function Picture({ image, alt, sizes, priority = false, minor = false, className = '', ratio = [1, 1] }: Props) {
  // React preloads an eager `img`, but not one inside `picture`; browsers without AVIF ignore the preload because of its type.
  if (priority)
    preload(`${base(image)}-640.avif`, {
      as: 'image',
      type: 'image/avif',
      imageSrcSet: srcSet(image, 'avif'),
      imageSizes: sizes,
      fetchPriority: 'high',
    });
  return (
    <picture>
      <source type="image/avif" srcSet={srcSet(image, 'avif')} sizes={sizes} />
      <source type="image/webp" srcSet={srcSet(image, 'webp')} sizes={sizes} />
      <img
        src={`${base(image)}-640.png`}
        srcSet={srcSet(image, 'png')}
        sizes={sizes}
        alt={alt}
        width={640}
        height={Math.round((640 * ratio[1]) / ratio[0])}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : minor ? 'low' : 'auto'}
        decoding={priority ? 'sync' : 'async'}
        // The first visitor of a drawing waits until the shop has made it.
        className={image.startsWith('/img/content/') ? `to-be-drawn ${className}` : className}
      />
    </picture>
  );
}
