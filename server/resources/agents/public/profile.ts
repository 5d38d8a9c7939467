// The profile of a vendor service for the Universal Commerce Protocol. The shop copies two of its fields.
import { conflict, invalidField } from '#platform/values/errors.ts'
import { schemaDate } from '../answers/schema.ts'
import { buildDoorUrl, readServiceName } from '../rules.ts'
import { specUrl, toSchemaUrl } from './schemas.ts'

export const ucpVersions = ['2026-08-25', '2026-04-08'] as const
export type UcpVersion = (typeof ucpVersions)[number]

export function parseUcpVersion(given: unknown): UcpVersion {
  if (given === undefined) return ucpVersions[0]
  const version = ucpVersions.find((each) => each === given)
  if (version === undefined) throw invalidField('/version', `must be one of ${ucpVersions.join(', ')}`)
  return version
}

/** The older version allows no hyphen in a name, and no digit at the start of a label. */
const olderName = /^[a-z][a-z0-9]*(?:\.[a-z][a-z0-9_]*)+$/

export const originNotPublic = 'origin_not_public'

export function buildProfile({
  origin,
  storeEnvId,
  version,
}: {
  origin: string
  storeEnvId: string
  version: UcpVersion
}) {
  const name = readServiceName(origin)
  if (name === undefined)
    throw conflict(
      `UCP needs a public host and https, but the service is at ${origin}. Set PUBLIC_ORIGIN.`,
      originNotPublic,
    )
  if (version === '2026-04-08' && !olderName.test(name))
    throw conflict(`UCP ${version} does not allow the name ${name}. Use ?version=${ucpVersions[0]}.`, originNotPublic)
  const index = buildDoorUrl(origin, storeEnvId)
  const service = { version: schemaDate, spec: specUrl(origin) }
  return {
    ucp: {
      version,
      services: {
        [name]: [
          { ...service, transport: 'rest', schema: toSchemaUrl(origin, 'rest.openapi.json'), endpoint: index },
          { ...service, transport: 'mcp', schema: toSchemaUrl(origin, 'mcp.openrpc.json'), endpoint: `${index}/mcp` },
        ],
      },
      capabilities: { [`${name}.ratings`]: [{ ...service, schema: toSchemaUrl(origin, 'ratings.json') }] },
      payment_handlers: {},
    },
  }
}
