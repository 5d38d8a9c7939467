import { internalEvent } from '#platform/areas/events.ts'

export const productsPushed = internalEvent<{
  products: readonly { platformProductId: string; categories: readonly string[] }[]
}>('products.pushed')

/** Products were created, changed or retired, by any caller or catalogue read. */
export const productsWritten = internalEvent<Record<never, never>>('products.written')

type Merge = { from: string; into: string }

/** One product was merged into another. Published when the merge begins; order lines and reviews move later, in batches. */
export const productMerged = internalEvent<Merge>('product.merged')

/** Lines of these orders now belong to the target. The orders are locked. */
export const linesMerged = internalEvent<Merge & { orderIds: readonly string[] }>('product.lines_merged')

/** These reviews now belong to the target and are locked. `by` is the caller's id in stored review acts. */
export const reviewsMerged = internalEvent<
  Merge & { ids: readonly string[]; platformIds: { from: string; to: string }; by?: string | undefined }
>('product.reviews_merged')

/** Group keys or GTINs of these products changed. `keys` and `gtins` are the former and the present ones. */
export const groupFactsChanged = internalEvent<{
  productIds: readonly string[]
  keys: readonly string[]
  gtins: readonly string[]
}>('product.group_facts_changed')
