// Our webhooks at BigCommerce, which deactivates hooks that failed for two days or had no event for ninety.

import { readText } from '../fields.ts'
import { type HookState, ShopFailure } from '../shop.ts'
import { toListPage } from './catalogue.ts'
import type { Client } from './client.ts'
import { readId } from './values.ts'

const scopes = [
  'store/order/created',
  'store/order/updated',
  'store/order/refund/created',
  'store/product/created',
  'store/product/updated',
  'store/product/deleted',
  'store/sku/created',
  'store/sku/updated',
  'store/sku/deleted',
  'store/app/uninstalled',
]

type Hook = { id: string; scope: string; isActive: boolean }

export function createHooks(client: Client, destination: string) {
  async function listOurs(): Promise<Hook[]> {
    const hooks: Hook[] = []
    for (let page = 1; ; page += 1) {
      const { rows, isLast } = toListPage(await client.get('/v3/hooks', { page, limit: 250 }))
      for (const row of rows) {
        const id = readId(row.id)
        if (id && row.destination === destination)
          hooks.push({ id, scope: readText(row.scope) ?? '', isActive: row.is_active === true })
      }
      if (isLast) return hooks
    }
  }

  const listMissing = (hooks: readonly Hook[]): string[] =>
    scopes.filter((scope) => !hooks.some((hook) => hook.scope === scope && hook.isActive))

  async function find(): Promise<HookState> {
    return { missing: listMissing(await listOurs()) }
  }

  async function repair(): Promise<HookState> {
    const hooks = await listOurs()
    for (const scope of listMissing(hooks)) {
      const asleep = hooks.find((hook) => hook.scope === scope)
      // If BigCommerce refuses a hook, the list below reports it as missing.
      if (asleep) await client.send('PUT', `/v3/hooks/${asleep.id}`, { is_active: true })
      else await client.send('POST', '/v3/hooks', { scope, destination, is_active: true, headers: null })
    }
    return await find()
  }

  async function remove(): Promise<void> {
    for (const { id } of await listOurs()) {
      const { status } = await client.send('DELETE', `/v3/hooks/${id}`)
      if (status >= 400 && status !== 404)
        throw new ShopFailure('shop_failed', `BigCommerce returned the status ${status}.`)
    }
  }

  return { find, repair, remove }
}
