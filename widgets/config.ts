import { read, type Shop } from './api.ts'
import { cached } from './cached.ts'
import type { Config } from './wire.ts'

export const loadConfig = (shop: Shop): Promise<Config> =>
  cached(`config ${shop.store}`, () => read<Config>(shop, 'config', {}))
