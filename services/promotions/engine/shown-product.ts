/** A product as a line, a gift or a sample shows it: its names and its first picture. */
export const shownProduct = ({
  productId,
  nameZh,
  nameEn,
  images,
}: {
  productId: number;
  nameZh: string;
  nameEn: string;
  images: readonly string[];
}) => ({ productId, nameZh, nameEn, image: images[0] ?? '' });
