import { createHash, randomBytes } from 'node:crypto'
import type { PlatformName } from '#integrations/shops/shop.ts'
import { conflict, invalidField } from '#platform/values/errors.ts'
import { type PluginPlatform, pluginPlatforms } from './schema.ts'

export const hasPlugin = (platform: PlatformName): platform is PluginPlatform =>
  (pluginPlatforms as readonly string[]).includes(platform)

/** A connection string expires this long after its creation if it is never used, and this long after it is replaced. */
export const stringHours = 24
export const endOfString = (now: Date) => new Date(now.getTime() + stringHours * 3_600_000)

export type ConnectionFacts = {
  origin: string
  storeEnvId: string
  connectionId: string
  key: string
  toEvident: string
  toShop: string
  page: string
}

/** The digest covers the text before it, so a truncated or altered string is detected without a call. */
export function encodeConnection(facts: ConnectionFacts): string {
  const text = Buffer.from(JSON.stringify({ v: 1, ...facts })).toString('base64url')
  return `evc1_${text}_${createHash('sha256').update(text).digest('hex').slice(0, 8)}`
}

export const newPluginSecret = () => `whsec_${randomBytes(32).toString('base64')}`

export function keyRights(mayReply: boolean) {
  const scopes = ['reviews:read', 'products:read', 'orders:read']
  return mayReply
    ? ({ role: 'MEMBER', scopes: [...scopes, 'reviews:write'] } as const)
    : ({ role: 'VIEWER', scopes } as const)
}

/** The storefront API only accepts the store's origins, so the plugin must send one of them. */
export function requireOwnPage(origins: readonly string[], page: string): string {
  const origin = URL.canParse(page) ? new URL(page).origin : undefined
  if (origin !== undefined && origins.includes(origin)) return origin
  throw invalidField(
    '/page',
    origins.length > 0 ? `must be one of the store's origins: ${origins.join(', ')}` : 'needs an origin of the store',
  )
}

export const noPlugin = () => conflict('Only Medusa and Vendure shops have a plugin.')

/** Address of the shop's backend if the plugin sends none: the origin of the plugin's callback. */
export const addressOf = (callback: string | null): string | undefined =>
  callback === null ? undefined : new URL(callback).origin
