import type { MedusaContainer } from '@medusajs/framework/types'

const atOnce = 100

/** Ids of all products, a hundred at a time. */
export async function* productPages(container: MedusaContainer): AsyncGenerator<string[]> {
  const query = container.resolve('query')
  for (let skip = 0; ; skip += atOnce) {
    const { data } = await query.graph({
      ...{ entity: 'product', fields: ['id'] },
      pagination: { skip, take: atOnce, order: { id: 'ASC' } },
    } as never)
    const ids = (data as { id: string }[]).map(({ id }) => id)
    if (ids.length > 0) yield ids
    if (ids.length < atOnce) return
  }
}
