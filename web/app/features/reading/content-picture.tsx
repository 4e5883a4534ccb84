import type { PictureView } from '@nordhaut/contracts';
import { imageFile, Picture } from '../../ui/picture.tsx';

type Props = {
  picture: PictureView;
  className?: string;
  priority?: boolean;
  /** width and height of the drawing as a ratio */
  ratio?: readonly [width: number, height: number];
  /** The text beside it says the same. */
  decorative?: boolean;
  /** CSS `sizes`: the displayed width */
  sizes?: string;
};

const WIDE = [16, 9] as const;
const CARD = '(min-width: 56.25rem) 24rem, 100vw';

/** A picture that content names, drawn by the shop (infra/decisions/066). */
export const ContentPicture = ({ picture: { image, alt }, decorative = false, ratio = WIDE, sizes = CARD, ...rest }: Props) => (
  <Picture image={`/img/content/${image}`} alt={decorative ? '' : alt} ratio={ratio} sizes={sizes} {...rest} />
);

/** `sizes` of a picture as wide as the text; a little less on a phone, so that a common one loads the 640 px file. */
export const TEXT_WIDTH = '(min-width: 56.25rem) 48rem, calc(100vw - 3rem)';

/** 1200 × 630 px, for shared links and structured data. */
export const sharePicture = ({ image }: PictureView): string => imageFile(`/img/content/${image}`, 'og.jpg');
