import type { Services } from '#platform/calls/services.ts'
import { linkToken, readLinkToken } from '#platform/process/proven-link.ts'

export type UnsubscribeLink = { storeEnvId: string; messageId: string }

type Deployment = Pick<Services, 'origin' | 'secrets'>

const purpose = 'unsubscribe'

export const unsubscribeUrl = (services: Deployment, storeEnvId: string, messageId: string): string =>
  `${services.origin}/u/${signToken(services, { storeEnvId, messageId })}`

export const signToken = ({ secrets }: Pick<Services, 'secrets'>, { storeEnvId, messageId }: UnsubscribeLink): string =>
  linkToken(secrets, purpose, { storeEnvId, id: messageId })

export function readToken({ secrets }: Pick<Services, 'secrets'>, token: string): UnsubscribeLink | undefined {
  const named = readLinkToken(secrets, purpose, token)
  return named && { storeEnvId: named.storeEnvId, messageId: named.id }
}
