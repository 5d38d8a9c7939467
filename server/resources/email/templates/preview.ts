import type { StoreTx } from '#platform/db/db.ts'
import type { Definition } from '../template-definitions/definition.ts'
import { sampleProduct } from '../template-definitions/sample.ts'
import type { PreviewData } from './schema.ts'
import * as store from './store.ts'

type Fields = Record<string, unknown>

export async function buildSample(
  tx: StoreTx,
  { sample }: Definition,
  shop: store.Shop,
  wanted: PreviewData | undefined,
): Promise<Fields> {
  const goods = await store.listProducts(tx)
  const own: Fields = { store: { name: shop.name, url: shop.url ?? (sample.store as Fields).url } }
  if (goods[0] && 'products' in sample)
    own.products = goods.map(({ title, imageUrl }) => sampleProduct(title, imageUrl))
  if (goods[0] && 'product' in sample) own.product = goods[0]
  const base = { ...sample, ...own }
  return wanted ? withWanted(base, wanted) : base
}

function withWanted(base: Fields, wanted: PreviewData): Fields {
  const { customer, order, product, review, reply, products } = wanted
  const groups = Object.entries({ customer, order, product, review, reply }).filter(
    ([name, group]) => group && name in base,
  )
  const replaced = groups.map(([name, group]) => [name, { ...(base[name] as Fields), ...group }])
  const items = products?.map(({ title, imageUrl }) => sampleProduct(title ?? '', imageUrl ?? ''))
  return { ...base, ...Object.fromEntries(replaced), ...(items && 'products' in base && { products: items }) }
}
