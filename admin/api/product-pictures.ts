import { queryOptions } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { ProductPicture as PictureShape } from '../../server/resources/products/pictures/schema.ts'
import { get } from './client.ts'

type Picture = Static<typeof PictureShape>

const mostAtOnce = 100
const firstWaitMs = 1_500
/** After about a minute, the page no longer asks for a picture that the shop does not send. */
const maxAsked = 6

/** The pictures of one list are asked for in one request. */
const batches = new Map<string, { ids: string[]; answer: Promise<Map<string, Picture>> }>()

async function loadPicture(storeId: string, id: string): Promise<Picture> {
  let batch = batches.get(storeId)
  if (!batch || batch.ids.length >= mostAtOnce) {
    const ids: string[] = []
    const fresh = { ids, answer: nextTask().then(() => send(storeId, ids)) }
    batches.set(storeId, fresh)
    batch = fresh
  }
  if (!batch.ids.includes(id)) batch.ids.push(id)
  return (await batch.answer).get(id) ?? { productId: id, url: null, pending: false }
}

async function send(storeId: string, ids: string[]): Promise<Map<string, Picture>> {
  if (batches.get(storeId)?.ids === ids) batches.delete(storeId)
  const { data } = await get<{ data: Picture[] }>('/products/pictures', { storeId, query: { ids: ids.join(',') } })
  return new Map(data.map((picture) => [picture.productId, picture]))
}

/** Waits for the next task. All rows of a list mount in the current task, so one request serves them all. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve, 10))

export const productPictureQuery = (storeId: string, id: string) =>
  queryOptions({
    queryKey: [storeId, 'product-picture', id],
    queryFn: () => loadPicture(storeId, id),
    staleTime: 10 * 60_000,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.pending && dataUpdateCount < maxAsked ? firstWaitMs * 2 ** (dataUpdateCount - 1) : false,
  })
