// WooCommerce silently disables a webhook after five failed deliveries in a row. A disabled webhook therefore counts as
// missing, and a repair enables it.
import { readId, readText } from '../fields.ts'
import type { HookState, ShopConnection } from '../shop.ts'
import type { Client } from './client.ts'

const topics = ['product', 'order'].flatMap((thing) =>
  ['created', 'updated', 'deleted', 'restored'].map((event) => `${thing}.${event}`),
)

type Hook = { id: string; topic: string; status: string }

async function listOurs(client: Client, webhookUrl: string): Promise<Hook[]> {
  const ours: Hook[] = []
  for (let page = 1; page <= 100; page += 1) {
    const { rows } = await client.list('/webhooks', { per_page: 100, page, orderby: 'id', order: 'asc' })
    for (const row of rows) {
      const id = readId(row.id)
      if (id !== undefined && row.delivery_url === webhookUrl)
        ours.push({ id, topic: readText(row.topic) ?? '', status: readText(row.status) ?? '' })
    }
    if (rows.length < 100) break
  }
  return ours
}

const isAwake = ({ status }: Hook): boolean => status === 'active'

export async function findHooks(client: Client, { webhookUrl }: ShopConnection): Promise<HookState> {
  const ours = await listOurs(client, webhookUrl)
  return { missing: topics.filter((topic) => !ours.some((hook) => hook.topic === topic && isAwake(hook))) }
}

export async function repairHooks(client: Client, connection: ShopConnection): Promise<HookState> {
  const { webhookUrl, webhookSecret } = connection
  const ours = await listOurs(client, webhookUrl)
  for (const topic of topics) {
    const [hook, ...repeated] = ours
      .filter((each) => each.topic === topic)
      .toSorted((a, b) => Number(isAwake(b)) - Number(isAwake(a)))
    const wanted = {
      name: `Evident: ${topic}`,
      topic,
      delivery_url: webhookUrl,
      secret: webhookSecret,
      status: 'active',
    }
    // Each repair sets the secret again, because it cannot be read.
    if (hook) await client.send('PUT', `/webhooks/${hook.id}`, { secret: webhookSecret, status: 'active' })
    else await client.send('POST', '/webhooks', wanted)
    for (const { id } of repeated) await client.send('DELETE', `/webhooks/${id}`)
  }
  return await findHooks(client, connection)
}

export async function removeHooks(client: Client, { webhookUrl }: ShopConnection): Promise<void> {
  for (const { id } of await listOurs(client, webhookUrl)) await client.send('DELETE', `/webhooks/${id}`)
}
