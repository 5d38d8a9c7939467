import type { Services } from '#platform/calls/services.ts'
import type { StoreTx } from '#platform/db/db.ts'
import type { MailRewards, MessageKind } from '../commands.ts'
import type { Definition } from '../template-definitions/definition.ts'
import { sampleProduct } from '../template-definitions/sample.ts'
import type { PreviewData } from './schema.ts'
import * as store from './store.ts'

type Fields = Record<string, unknown>

export type Previewing = { kinds: readonly MessageKind[]; services: Pick<Services, 'config'> }

export async function buildSample(
  tx: StoreTx,
  { definition: { name, sample }, shop, locale }: { definition: Definition; shop: store.Shop; locale: string },
  { kinds, services }: Previewing,
  wanted?: PreviewData | undefined,
): Promise<Fields> {
  const goods = await store.listProducts(tx)
  const findRewards = kinds.find(({ template }) => template === name)?.findRewards
  const productIds = goods.map(({ id }) => id)
  const rewards = findRewards && (await findRewards(tx, services, { productIds, locale }))
  const own: Fields = { store: { name: shop.name, url: shop.url ?? (sample.store as Fields).url } }
  if (goods[0] && 'products' in sample) own.products = goods.map((each, at) => toSampleProduct(each, rewards?.each[at]))
  if (goods[0] && 'product' in sample) own.product = { title: goods[0].title, imageUrl: goods[0].imageUrl ?? '' }
  // A preview with the reward of the sample would promise a reward that the shop does not give.
  if (rewards && 'incentive' in sample) own.incentive = rewards.common
  const base = { ...sample, ...own }
  return wanted ? withWanted(base, wanted) : base
}

const toSampleProduct = ({ title, imageUrl }: store.SampleProduct, reward: MailRewards['common'] | undefined) => ({
  ...sampleProduct(title, imageUrl ?? ''),
  ...(reward && { incentive: reward }),
})

function withWanted(base: Fields, wanted: PreviewData): Fields {
  const { customer, order, product, review, reply, products } = wanted
  const groups = Object.entries({ customer, order, product, review, reply }).filter(
    ([name, group]) => group && name in base,
  )
  const replaced = groups.map(([name, group]) => [name, { ...(base[name] as Fields), ...group }])
  const items = products?.map(({ title, imageUrl }) => sampleProduct(title ?? '', imageUrl ?? ''))
  return { ...base, ...Object.fromEntries(replaced), ...(items && 'products' in base && { products: items }) }
}
