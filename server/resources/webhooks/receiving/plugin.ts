// Messages of a shop's plugin about itself. They take effect before the response, which the plugin shows to a person.
// They are not stored as webhooks, because one of them contains credentials.
import { Type } from 'typebox'
import { parseJson } from '#integrations/shops/fields.ts'
import type { ShopWebhook } from '#integrations/shops/shop.ts'
import type { Services } from '#platform/calls/services.ts'
import { checker } from '#platform/calls/validate.ts'
import type { CrossDb, StoreScope } from '#platform/db/db.ts'
import { invalid } from '#platform/values/errors.ts'
import { recordReport, takeCredentials } from '#resources/connectors/plugins/commands.ts'
import { HandOver, type HandOverMessage, Hello, type HelloMessage } from '#resources/connectors/plugins/schema.ts'
import { trialHint } from '#resources/connectors/shops/rules.ts'
import { setShopHook } from '#resources/outbound-webhooks/shop-commands.ts'

type Parts = { db: CrossDb; services: Services }
type Connection = StoreScope & { connectionId: string }

const checkHello = checker(Type.Object({ data: Hello }), 'body') as (value: unknown) => { data: HelloMessage }
const checkHandOver = checker(Type.Object({ data: HandOver }), 'body') as (value: unknown) => { data: HandOverMessage }

export const pluginTopics = ['plugin.hello', 'plugin.credentials'] as const

export const isOfPlugin = ({ topic }: Pick<ShopWebhook, 'topic'>): boolean =>
  (pluginTopics as readonly string[]).includes(topic)

export async function takeOfPlugin(
  parts: Parts,
  { connectionId, storeEnvId, organizationId }: Connection,
  { topic, occurredAt }: ShopWebhook,
  body: Buffer,
): Promise<void> {
  const scope = { storeEnvId, organizationId }
  const saidAt = occurredAt ?? parts.services.clock.now()
  const message = parseJson(body)
  if (topic === 'plugin.hello') return takeHello(parts, scope, connectionId, checkHello(message).data, saidAt)
  const { address, credentials } = checkHandOver(message).data
  await takeCredentials(parts, scope, connectionId, { address, credentials, saidAt })
}

async function takeHello(
  { db, services }: Parts,
  scope: StoreScope,
  connectionId: string,
  { version, shopVersion, callback }: HelloMessage,
  saidAt: Date,
): Promise<void> {
  const refusal = await services.fetch.refusal(callback)
  if (refusal) {
    const advice = trialHint(services.config, callback) ?? 'Change its public address, and connect again.'
    throw invalid(`The address of your shop's backend must ${refusal}. The shop gave ${callback}. ${advice}`, [
      { path: '/data/callback', message: `must ${refusal}` },
    ])
  }
  await db.store(scope, 'write', async (tx) => {
    const report = { version: version ?? null, shopVersion: shopVersion ?? null, callback, saidAt }
    if (await recordReport(tx, connectionId, report)) await setShopHook(tx, connectionId, callback)
  })
}
