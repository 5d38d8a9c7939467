import {
  type Credentials,
  type IdentifierSources,
  type Platform,
  type PlatformName,
  ShopFailure,
  type ShopTools,
} from '#integrations/shops/shop.ts'
import type { Services } from '#platform/calls/services.ts'
import { AppError, conflict, invalidField } from '#platform/values/errors.ts'
import { platformNamed } from './adapters.ts'
import { buildWebhookUrl, findApp, requireAdapter } from './opening.ts'
import { trialHint } from './rules.ts'
import type { NewShop } from './schema.ts'
import type * as store from './store.ts'
import { shopTools } from './tools.ts'

export const askedWithinMs = 14_000

type ShopRequest = {
  platform: Platform
  name: PlatformName
  address: string
  credentials: Credentials | undefined
  identifiers: IdentifierSources
}

export async function readAsked(services: Services, sent: NewShop): Promise<ShopRequest> {
  const platform = platformNamed(sent.platform, services.config.providerOrigins)
  if (!platform) throw invalidField('/platform', 'must be a platform that this version supports')
  const read = platform.readAddress(sent.address ?? '')
  if ('refusal' in read) throw invalidField('/address', `must ${read.refusal}`)
  const { address } = read
  if (/^https?:/i.test(address)) {
    const refusal = await services.fetch.refusal(address)
    const hint = trialHint(services.config, address)
    if (refusal !== undefined) throw invalidField('/address', hint ? `must ${refusal}. ${hint}` : `must ${refusal}`)
  }
  const identifiers = readIdentifiers(platform, platform.identifiers, sent.identifiers)
  const credentials = readCredentials(platform, sent.credentials)
  if (credentials === undefined && !findApp(sent.platform, services))
    throw conflict(
      'This service has no app of its own at the platform. Connect with credentials.',
      'platform_not_configured',
    )
  return { platform, name: sent.platform, address, credentials, identifiers }
}

function readCredentials(platform: Platform, sent: Credentials | undefined): Credentials | undefined {
  if (platform.installation && (sent === undefined || Object.keys(sent).length === 0)) return undefined
  const refused = platform.refusedCredentials(sent ?? {})
  if (refused) throw invalidField(`/credentials/${refused.field}`, refused.message)
  return sent ?? {}
}

export function readIdentifiers(
  platform: Platform,
  before: IdentifierSources,
  sent: Partial<IdentifierSources> | undefined,
): IdentifierSources {
  const after = { ...before, ...sent }
  for (const kind of ['gtin', 'mpn', 'brand', 'group'] as const) {
    const source = sent?.[kind]
    const refusal = source == null ? undefined : platform.refusedSource(kind, source)
    if (refusal) throw invalidField(`/identifiers/${kind}`, refusal)
  }
  return after
}

export function toRefusal(error: unknown): never {
  if (!(error instanceof ShopFailure)) throw error
  if (error.code === 'credentials_refused') throw new AppError(400, 'credentials_refused', error.message)
  throw new AppError(400, 'shop_unreachable', error.message)
}

export async function within<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new ShopFailure('shop_unreachable', 'The shop did not answer in time.')),
      askedWithinMs,
    )
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
    work.catch(() => {})
  }
}

export async function ask(services: Services, asked: ShopRequest, credentials: Credentials) {
  const tools: ShopTools = shopTools(services, { withinMs: askedWithinMs })
  return within(
    (async () => {
      const held = await granted(services, asked, credentials, tools)
      const shop = asked.platform.open(
        {
          address: asked.address,
          credentials: held,
          identifiers: asked.identifiers,
          webhookSecret: '',
          webhookUrl: buildWebhookUrl(services, asked.name, 'test'),
          currency: null,
        },
        tools,
      )
      return { ...(await shop.check()), credentials: held }
    })(),
  )
}

async function granted(
  services: Services,
  { platform, name, address }: ShopRequest,
  credentials: Credentials,
  tools: ShopTools,
) {
  if (!platform.renewal?.isDue(credentials, tools.now())) return credentials
  return platform.renewal.renew({ address, credentials }, findApp(name, services), tools)
}

/** Tries new credentials of a known shop before they replace the old ones. */
export async function checkAnew(services: Services, row: store.Row, sent: Credentials) {
  const platform = requireAdapter(row.platform, services)
  const refused = platform.refusedCredentials(sent)
  if (refused) throw invalidField(`/credentials/${refused.field}`, refused.message)
  const asked = { platform, name: row.platform, address: row.address, credentials: sent, identifiers: row.identifiers }
  const { credentials } = await ask(services, asked, sent).catch(toRefusal)
  return { credentials, last4: platform.credentialLast4(sent) }
}
