import { brevo } from '#integrations/email-marketing/brevo.ts'
import { klaviyo } from '#integrations/email-marketing/klaviyo.ts'
import { mailchimp } from '#integrations/email-marketing/mailchimp.ts'
import { omnisend } from '#integrations/email-marketing/omnisend.ts'
import {
  type Account,
  callTo,
  type Provider,
  type ProviderCall,
  type ProviderEvent,
  resultOfFailure,
  type SendResult,
} from '#integrations/email-marketing/provider.ts'
import type { Services } from '#platform/calls/services.ts'
import { apiKeyContext, type EventContent, profileCleared } from '../commands.ts'
import type { ClaimedEvent } from '../events/store.ts'
import { chooseNames, splitName } from '../rules.ts'
import type { EventKindName, ProviderName } from '../schema.ts'
import type { LeasedConnection } from '../store.ts'

const providersByName: Record<ProviderName, Provider> = { klaviyo, omnisend, mailchimp, brevo }

export type Target = { provider: Provider; account: Account; connection: LeasedConnection }

/** Undefined if this deployment lacks the key that sealed the connection's key. */
export function openTarget({ secrets }: Services, connection: LeasedConnection): Target | undefined {
  try {
    const apiKey = secrets.open(connection.apiKey, apiKeyContext(connection.id))
    return {
      provider: providersByName[connection.provider],
      account: { apiKey, settings: connection.settings },
      connection,
    }
  } catch {
    return undefined
  }
}

export async function sendEvent(
  { fetch, config, clock }: Services,
  { provider, account, connection }: Target,
  event: ClaimedEvent,
  { contact, properties, sentAs, profile }: EventContent & Pick<ProviderEvent, 'profile'>,
): Promise<SendResult> {
  const origin = config.providerOrigins[connection.provider] ?? provider.origin(account)
  const names: Record<string, string> = chooseNames(connection.provider, connection.eventNames)
  const call = callTo(fetch, origin)
  try {
    if (event.kind === profileCleared) return await clearProfile(call, provider, account, contact.email)
    return await provider.send(call, account, {
      id: event.id,
      key: event.key,
      name: names[sentAs ?? (event.kind as EventKindName)] ?? event.kind,
      // The event is dated now, because some providers treat an older time as history and start no flow.
      at: clock.now(),
      contact: { email: contact.email, locale: contact.locale, ...splitName(contact.name) },
      properties,
      profile,
    })
  } catch (error) {
    return resultOfFailure(error)
  }
}

/**
 * A key may have the right to write events but not profiles. Such a refusal concerns only this call, so other events
 * are still sent.
 */
async function clearProfile(call: ProviderCall, provider: Provider, account: Account, email: string) {
  const result = (await provider.clearProfile?.(call, account, email)) ?? ({ kind: 'accepted' } as const)
  return result.kind === 'unusable' ? ({ kind: 'refused', reason: result.reason } as const) : result
}
