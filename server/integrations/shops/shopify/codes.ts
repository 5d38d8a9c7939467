// A hundred per cent off a product would discount every piece in the cart. The code therefore deducts the price of the
// product's most expensive variant once.
import { type CodeWorth, refuseCurrency, type ShopCode, ShopFailure } from '../shop.ts'
import { findCode, makeCode, makeFreeShipping, productPrice, removeCode } from './documents.ts'
import type { Client } from './graphql/client.ts'
import { isNumber, toGid } from './graphql/ids.ts'

export const codeKinds = ['fixed_amount', 'percent', 'free_shipping', 'product'] as const

type UserErrors = { userErrors: { code: string | null }[] }
type CodeErrors = { discountCodeBasicCreate?: UserErrors; discountCodeFreeShippingCreate?: UserErrors }

const find = (client: Client, code: string) =>
  client.ask<{ shop: { currencyCode: string }; codeDiscountNodeByCode: { id: string } | null }>(findCode, { code })

export async function issueCode(wanted: ShopCode, client: Client): Promise<void> {
  const { code, title, worth, startsAt, endsAt, minimum } = wanted
  const { shop, codeDiscountNodeByCode: before } = await find(client, code)
  if (before) return
  refuseCurrency(wanted, shop.currencyCode)
  const discount = {
    ...{ code, title, startsAt: startsAt.toISOString(), usageLimit: 1, appliesOncePerCustomer: true },
    context: { all: 'ALL' },
    ...(endsAt && { endsAt: endsAt.toISOString() }),
    ...(minimum && { minimumRequirement: { subtotal: { greaterThanOrEqualToSubtotal: minimum.amount } } }),
  }
  const made =
    worth.kind === 'free_shipping'
      ? await client.ask<CodeErrors>(makeFreeShipping, { discount: { ...discount, destination: { all: true } } })
      : await client.ask<CodeErrors>(makeCode, {
          discount: { ...discount, customerGets: await buildDiscount(worth, client) },
        })
  const { userErrors } = made.discountCodeBasicCreate ?? made.discountCodeFreeShippingCreate ?? { userErrors: [] }
  // An earlier attempt, whose response was lost, created the code.
  const refused = userErrors.filter(({ code: reason }) => reason !== 'TAKEN')
  if (refused.length > 0)
    throw new ShopFailure('refused', `Shopify refused to create the code: ${refused[0]?.code ?? 'it gives no reason'}.`)
}

async function buildDiscount(worth: Exclude<CodeWorth, { kind: 'free_shipping' }>, client: Client) {
  if (worth.kind === 'fixed_amount')
    return { items: { all: true }, value: { discountAmount: { amount: worth.amount, appliesOnEachItem: false } } }
  if (worth.kind === 'percent') return { items: { all: true }, value: { percentage: Number(worth.percent) / 100 } }
  if (!isNumber(worth.platformProductId)) throw gone()
  const id = toGid('Product', worth.platformProductId)
  const { product } = await client.ask<{
    product: { priceRangeV2: { maxVariantPrice: { amount: string } } } | null
  }>(productPrice, { id })
  if (!product) throw gone()
  const { amount } = product.priceRangeV2.maxVariantPrice
  return {
    items: { products: { productsToAdd: [id] } },
    value: { discountAmount: { amount, appliesOnEachItem: false } },
  }
}

const gone = () => new ShopFailure('refused', 'The shop has no product with this id.')

export async function withdrawCode(code: string, client: Client): Promise<void> {
  const { codeDiscountNodeByCode: found } = await find(client, code)
  if (!found) return
  const { discountCodeDelete } = await client.ask<{ discountCodeDelete: UserErrors }>(removeCode, { id: found.id })
  if (discountCodeDelete.userErrors.length > 0)
    throw new ShopFailure('shop_failed', 'Shopify refused to delete the code.')
}
