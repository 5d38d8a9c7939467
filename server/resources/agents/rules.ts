import { doorPrefix } from '#platform/storefront/door.ts'
import { AppError } from '#platform/values/errors.ts'
import type { AgentSettings, Switches } from './schema.ts'

/** Plan feature that the public URLs need. The check is the same as for public reads of the storefront. */
export const agentsFeature = 'agents'

export const buildDoorUrl = (origin: string, storeEnvId: string): string => `${origin}${doorPrefix}${storeEnvId}`

export function toSettings(switches: Switches, origin: string, storeEnvId: string): AgentSettings {
  const index = buildDoorUrl(origin, storeEnvId)
  return {
    ...switches,
    urls: { index, llms: `${index}/llms.txt`, mcp: `${index}/mcp`, ucp: `${index}/ucp.json` },
    serviceName: readServiceName(origin) ?? null,
  }
}

/**
 * UCP names a service by the reversed host of its schemas, which must be public. Undefined for plain http, an IP address
 * and a host of one label.
 */
export function readServiceName(origin: string): string | undefined {
  const { protocol, hostname } = new URL(origin)
  const labels = hostname.replace(/\.$/, '').split('.').reverse()
  const isAddress = hostname.startsWith('[') || /^\d+(?:\.\d+){3}$/.test(hostname)
  if (protocol !== 'https:' || isAddress || labels.length < 2) return undefined
  return [...labels, 'shopping'].join('.')
}

/** One refusal for every reason, so that nobody learns which stores exist or what they pay for. */
export const doorClosed = (): AppError => new AppError(404, 'not_found', 'There is nothing for agents at this address.')
