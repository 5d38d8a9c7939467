// Reads a shop's configuration, on which the shop's other responses depend. The configuration is cached for a while,
// because it changes only with a new build of the shop.
import { LRUCache } from 'lru-cache'
import { readText, toRecord, toRecords } from '../fields.ts'
import type { Client } from './client.ts'
import { settingsDocument } from './documents.ts'

export type ShopSettings = {
  precision: number
  product: readonly string[]
  variant: readonly string[]
}

const known = new LRUCache<string, ShopSettings>({ max: 5_000, ttl: 300_000 })

export async function readSettings({ key, query }: Client): Promise<ShopSettings> {
  const kept = known.get(key)
  if (kept) return kept
  const { globalSettings } = await query(settingsDocument)
  const config = toRecord(toRecord(globalSettings).serverConfig)
  const listFieldNames = (entity: string) =>
    toRecords(toRecords(config.entityCustomFields).find(({ entityName }) => entityName === entity)?.customFields)
      .filter(({ type, list }) => list !== true && type !== 'relation' && type !== 'struct')
      .flatMap(({ name }) => readText(name) ?? [])
      .filter((name) => /^[A-Za-z_]\w*$/.test(name))
  const precision = Number(config.moneyStrategyPrecision)
  const settings = {
    precision: Number.isInteger(precision) && precision >= 0 && precision <= 6 ? precision : 2,
    product: listFieldNames('Product'),
    variant: listFieldNames('ProductVariant'),
  }
  known.set(key, settings)
  return settings
}
