import { internalEvent } from '#platform/areas/events.ts'

export const productsPushed = internalEvent<{
  products: readonly { platformProductId: string; categories: readonly string[] }[]
}>('products.pushed')

type Merge = { from: string; into: string }

/** A product took over another one. Published when a merge begins; its order lines and reviews follow in batches. */
export const productMerged = internalEvent<Merge>('product.merged')

/** Lines of these orders belong to the target from now on. The orders are locked. */
export const linesMerged = internalEvent<Merge & { orderIds: readonly string[] }>('product.lines_merged')

/** These reviews belong to the target from now on. They are locked. `by`: the caller, as named in rows of review acts. */
export const reviewsMerged = internalEvent<
  Merge & { ids: readonly string[]; platformIds: { from: string; to: string }; by?: string | undefined }
>('product.reviews_merged')
