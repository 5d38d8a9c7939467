// Finds a person in webhook bodies by an HMAC, which reveals nothing without the deployment's key.
import type { Secrets } from '#platform/process/secrets.ts'

export const hashPerson = (secrets: Pick<Secrets, 'tokenFor'>, storeEnvId: string, email: string): Buffer =>
  Buffer.from(secrets.tokenFor(`webhook person ${storeEnvId} ${email}`), 'base64url')
