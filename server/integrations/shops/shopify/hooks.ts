// Shopify deletes hooks that failed for four hours, so they are checked and created again. Webhooks for the
// privacy topics are configured in the app's settings instead.
import { type HookState, ShopFailure } from '../shop.ts'
import { type Connection, toItsEnd } from './catalogue.ts'
import { hooks, makeHook, removeHook } from './documents.ts'
import type { Client } from './graphql/client.ts'

/** Maps a webhook's topic to its name in GraphQL. Shopify reports a deleted variant as an update of its product. */
const topics = new Map([
  ['orders/create', 'ORDERS_CREATE'],
  ['orders/updated', 'ORDERS_UPDATED'],
  ['orders/delete', 'ORDERS_DELETE'],
  ['refunds/create', 'REFUNDS_CREATE'],
  ['products/create', 'PRODUCTS_CREATE'],
  ['products/update', 'PRODUCTS_UPDATE'],
  ['products/delete', 'PRODUCTS_DELETE'],
  ['app/uninstalled', 'APP_UNINSTALLED'],
])

type Hook = { id: string; topic: string; uri: string }

export function createHooks(client: Client, uri: string) {
  /** Webhooks with other URLs belong to an earlier store or another installation and are left alone. */
  async function listOurs(): Promise<Hook[]> {
    const read = async (after: string | null) =>
      (await client.ask<{ webhookSubscriptions: Connection<Hook> }>(hooks, { after })).webhookSubscriptions
    const all = await toItsEnd(await read(null), read)
    return all.filter((hook) => hook.uri === uri)
  }

  const listMissing = (ours: readonly Hook[]): string[] =>
    [...topics].flatMap(([name, topic]) => (ours.some((hook) => hook.topic === topic) ? [] : [name]))

  async function find(): Promise<HookState> {
    return { missing: listMissing(await listOurs()) }
  }

  async function repair(): Promise<HookState> {
    const missing: string[] = []
    for (const name of listMissing(await listOurs())) {
      const { webhookSubscriptionCreate: made } = await client.ask<{
        webhookSubscriptionCreate: { webhookSubscription: { id: string } | null } | null
      }>(makeHook, { topic: topics.get(name), uri })
      if (!made?.webhookSubscription) missing.push(name)
    }
    // A refused webhook may exist already, so the current list decides whether one is missing.
    return missing.length === 0 ? { missing } : await find()
  }

  async function remove(): Promise<void> {
    for (const { id } of await listOurs())
      await client.ask(removeHook, { id }).catch((error: unknown) => {
        // The app's removal may have deleted the last webhook already.
        if (!(error instanceof ShopFailure && error.code === 'shop_failed')) throw error
      })
  }

  return { find, repair, remove }
}
