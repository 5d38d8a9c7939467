// A read whose response depends only on its input, the store's rows, the caller's role and whether the caller sees
// addresses. See stamped-answers.ts.
import type { Claim } from '../auth/claims.ts'
import type { Answer } from './answer.ts'
import type { Kernel } from './kernel.ts'
import type { Operation } from './operation.ts'
import type { Input } from './validate.ts'

/** Calls with the same key get the same response. Undefined if the response must not be cached. */
export function buildReadKey(op: Operation, claim: Claim, storeEnvId: string, input: Input): string | undefined {
  if (!op.output.conditional || !claim.known) return undefined
  const { seesAddresses } = claim.capabilities
  const { role } = claim.known.row
  return JSON.stringify([op.id, storeEnvId, role, seesAddresses, input.params, input.query])
}

/** The statement authenticates the key and returns the store's stamp, so a revoked key never gets a cached response. */
export async function findCurrent(
  { stampedAnswers, db }: Kernel,
  { known }: Claim,
  organizationId: string,
  key: string,
): Promise<Answer | undefined> {
  const found = stampedAnswers.find(organizationId, key)
  if (!found || !known) return undefined
  const [row] = await db.ask(known.stamp, organizationId, { isReadOnly: true })
  return row?.stamp === found.stamp ? found.answer : undefined
}
