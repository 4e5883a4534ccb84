import type { PictureView } from '@nordhaut/contracts';
import { Drawn } from '../../ui/drawn.tsx';

type Props = { picture: PictureView; className?: string; priority?: boolean; ratio?: readonly [number, number]; decorative?: boolean };

/** A picture that content names. `decorative`: the text beside it says the same. */
export const ContentPicture = ({ picture: { image, alt }, decorative = false, ratio = [3, 2], ...rest }: Props) => (
  <Drawn name={image} alt={decorative ? '' : alt} ratio={ratio} {...rest} />
);
