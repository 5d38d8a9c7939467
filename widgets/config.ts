import { read, type Shop } from './api.ts'
import type { Config } from './wire.ts'

const known = new Map<string, Promise<Config>>()

export function configOf(shop: Shop): Promise<Config> {
  const asked = known.get(shop.store) ?? read<Config>(shop, 'config', {})
  known.set(shop.store, asked)
  asked.catch(() => known.delete(shop.store))
  return asked
}
