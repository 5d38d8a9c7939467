import { type IdentifierSources, ShopFailure } from '#integrations/shops/shop.ts'
import type { Services } from '#platform/calls/services.ts'
import type { StoreDb, StoreScope } from '#platform/db/db.ts'
import { conflict, notFound } from '#platform/values/errors.ts'
import * as syncs from '../shop-reading/store.ts'
import { ask, askedWithinMs, readAsked, readIdentifiers, toRefusal, within } from './asking.ts'
import { openShop, requireAdapter } from './opening.ts'
import type { NewShop } from './schema.ts'
import * as store from './store.ts'
import { shopTools } from './tools.ts'

type Parts = { db: StoreDb; services: Services }

export async function testNewShop(services: Services, sent: NewShop) {
  const asked = await readAsked(services, sent)
  if (asked.credentials === undefined)
    return {
      ok: true,
      checks: [{ name: 'installation', ok: true, message: 'You consent to the connection on the platform.' }],
    }
  try {
    const { checks } = await ask(services, asked, asked.credentials)
    return { ok: checks.every(({ ok }) => ok), checks: [...checks] }
  } catch (error) {
    return failedTest(error)
  }
}

function failedTest(error: unknown) {
  if (!(error instanceof ShopFailure)) throw error
  const name = error.code === 'credentials_refused' ? 'credentials' : 'shop'
  return { ok: false, checks: [{ name, ok: false, message: error.message }] }
}

export async function testShop(parts: Parts, scope: StoreScope, id: string) {
  try {
    const opened = await within(openShop(parts, scope, id, shopTools(parts.services, { withinMs: askedWithinMs })))
    if (!opened) throw notFound('shop', id)
    const { checks } = await within(opened.shop.check())
    return { ok: checks.every(({ ok }) => ok), checks: [...checks] }
  } catch (error) {
    return failedTest(error)
  }
}

const previewed = 10

export async function previewIdentifiers(
  parts: Parts,
  scope: StoreScope,
  id: string,
  sent: Partial<IdentifierSources> | undefined,
) {
  const { db, services } = parts
  const row = await db.store(scope, 'read', (tx) => store.find(tx, id))
  if (!row) throw notFound('shop', id)
  if (row.platform === 'custom')
    throw conflict('This shop pushes its products, so there is nothing to preview.', 'sync_not_supported')
  if (row.status !== 'active' && row.status !== 'paused')
    throw conflict('The shop must be connected again first.', 'needs_reauth')
  const platform = requireAdapter(row.platform, services)
  const identifiers = readIdentifiers(platform, row.identifiers, sent)
  const known = await db.store(scope, 'read', (tx) => syncs.listSome(tx, id, previewed))
  const tools = shopTools(services, { withinMs: askedWithinMs })
  try {
    const opened = await within(openShop(parts, scope, id, tools, identifiers))
    if (!opened) throw notFound('shop', id)
    const products =
      known.length > 0
        ? await within(opened.shop.findProducts(known.map(({ platformProductId }) => platformProductId)))
        : (await within(opened.shop.readProducts(null))).items
    await opened.shop.close?.()
    return {
      identifiers: { ...identifiers, group: identifiers.group ?? null },
      products: products.slice(0, previewed).map(({ platformProductId, title, groupKey, variants }) => ({
        platformProductId,
        title,
        groupKey: groupKey ?? null,
        variants: variants.slice(0, 20).map((variant) => ({
          platformVariantId: variant.platformVariantId,
          title: variant.title,
          sku: variant.sku,
          gtin: variant.gtin,
          mpn: variant.mpn,
          brand: variant.brand,
        })),
      })),
    }
  } catch (error) {
    return toRefusal(error)
  }
}
