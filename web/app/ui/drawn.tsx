import type { SyntheticEvent } from 'react';

const PLACEHOLDER = '/img/drawn/placeholder.svg';

type Props = {
  /** name of a file in `web/public/img/drawn`, without extension */
  name: string;
  /** '' if the text beside the picture has the same content */
  alt: string;
  className?: string;
  /** width and height of the drawing as a ratio; square by default */
  ratio?: readonly [width: number, height: number];
  priority?: boolean;
};

/** A drawing of the shop. One that cannot be loaded is replaced by an outline (spec/1-catalogue-and-content §2, "Product-usage guide"). */
export function Drawn({ name, alt, className = '', ratio = [1, 1], priority = false }: Props) {
  return (
    <img
      src={`/img/drawn/${name}.svg`}
      alt={alt}
      width={400}
      height={Math.round((400 * ratio[1]) / ratio[0])}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : 'auto'}
      decoding="async"
      onError={replaceOnce}
      ref={(image) => {
        // The event of a picture that failed before hydration is lost.
        if (image?.complete && image.naturalWidth === 0) replace(image);
      }}
      className={className}
    />
  );
}

function replace(image: HTMLImageElement): void {
  if (!image.src.endsWith(PLACEHOLDER)) image.src = PLACEHOLDER;
}
const replaceOnce = ({ currentTarget }: SyntheticEvent<HTMLImageElement>): void => replace(currentTarget);
