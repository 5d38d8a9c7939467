import { internalEvent } from '#platform/events.ts'

/** Products were pushed, new or changed, with the names of the categories they say to be in. */
export const productsPushed = internalEvent<{
  products: readonly { platformProductId: string; categories: readonly string[] }[]
}>('products.pushed')
