import type { FastifyInstance } from 'fastify'
import type { Clock } from '../process/clock.ts'

const day = 86_400_000
/** RFC 9116 advises at most a year. Half a year shows that somebody maintains the file. */
const heldFor = 180 * day

type Contacts = { securityContacts: readonly string[]; publicOrigin: string | undefined }

/** The route exists only with a contact, because a file without a contact is useless. */
export function securityTextRoute(
  app: FastifyInstance,
  { securityContacts, publicOrigin }: Contacts,
  clock: Clock,
): void {
  if (securityContacts.length === 0) return
  app.get('/.well-known/security.txt', (_request, reply) => {
    const expires = new Date(Math.floor(clock.now().getTime() / day) * day + heldFor)
    const lines = [
      ...securityContacts.map((contact) => `Contact: ${contact}`),
      `Expires: ${expires.toISOString().replace('.000', '')}`,
      'Preferred-Languages: en',
      ...(publicOrigin?.startsWith('https:') ? [`Canonical: ${publicOrigin}/.well-known/security.txt`] : []),
    ]
    return reply
      .header('content-type', 'text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(`${lines.join('\n')}\n`)
  })
}
