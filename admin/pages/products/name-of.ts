import type { Product } from '../../api/products.ts'

export const nameOf = ({ title, platformProductId }: Pick<Product, 'title' | 'platformProductId'>) =>
  title ?? platformProductId
