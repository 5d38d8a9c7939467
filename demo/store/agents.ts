// The demo shop's own files for shopping agents, as a merchant would write them with the lines of Settings > Agents.
import type { FastifyInstance } from 'fastify'
import type { DemoStore } from './store.ts'

type Profile = { ucp: { version: string; services: object; capabilities: object; payment_handlers: object } }

/** Reads the members from the public profile, as a merchant would copy them. Returns a refusal unchanged. */
export async function readProfile(
  app: FastifyInstance,
  { storeEnvId }: Pick<DemoStore, 'storeEnvId'>,
  visitor: string,
): Promise<{ status: number; body: object }> {
  const answer = await app.inject({ url: `/agents/${storeEnvId}/ucp.json`, remoteAddress: visitor })
  if (answer.statusCode !== 200) return { status: answer.statusCode, body: answer.json<object>() }
  const { version, services, capabilities } = answer.json<Profile>().ucp
  return { status: 200, body: { ucp: { version, services, capabilities, payment_handlers: {} } } }
}

export const writeLlms = (
  origin: string,
  prefix: string,
  { storeEnvId }: Pick<DemoStore, 'storeEnvId'>,
): string => `# Larkmoor

> A demo shop: its goods, buyers and reviews are made up.

- [Goods](${origin}${prefix}): everything on sale

## Reviews

- [Ratings and reviews](${origin}/agents/${storeEnvId}/llms.txt): ratings, reviews and questions of our products, public and read-only
- [Tools](${origin}/agents/${storeEnvId}/mcp): the same by the Model Context Protocol
`
