/** What the 404 of a product's page carries where the product itself is missing, not only a filter or page of its reviews. */
export const PRODUCT_MISSING = 'product-missing';
