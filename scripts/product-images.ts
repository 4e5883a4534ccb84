/** Draws the product pictures into the web app's public folder: `node scripts/product-images.ts [folder]`. */
import { fileURLToPath } from 'node:url';
import { renderProductImages } from '@nordhaut/catalogue';

const folder = process.argv[2] ?? fileURLToPath(new URL('../web/public/img/product', import.meta.url));
const { drawn, kept, ms } = await renderProductImages(folder);
console.log(`product pictures: ${drawn} drawn, ${kept} up to date (${(ms / 1000).toFixed(1)} s)`);
