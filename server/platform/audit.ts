// The audit log: append-only, written in the transaction of the act it tells of. Its rows belong to an organization.
import type { Caller } from './access.ts'
import type { OrganizationTx, StoreTx } from './db/db.ts'
import { sql } from './db/query.ts'
import { newId } from './ids.ts'

export type Actor = { type: 'key' | 'user' | 'operator' | 'system'; id?: string; name?: string }
export type Target = { type: string; id: string; name?: string }

/** Bound to the caller of an operation. Details never carry a secret or an e-mail address of a shopper. */
export type Audit = (
  tx: StoreTx | OrganizationTx,
  action: string,
  target?: Target,
  details?: Record<string, unknown>,
) => Promise<void>

export const auditAs =
  (actor: Actor): Audit =>
  async (tx, action, target, details) => {
    const storeEnvId = 'storeEnvId' in tx ? tx.storeEnvId : null
    await tx.run(sql`
      insert into audit_log (id, organization_id, store_env_id, action, actor, target, details, at)
      values (${newId(tx.now.getTime())}, ${tx.organizationId}, ${storeEnvId}, ${action}, ${JSON.stringify(actor)}::jsonb,
              ${target ? JSON.stringify(target) : null}::jsonb, ${details ? JSON.stringify(details) : null}::jsonb, ${tx.now})`)
  }

export const actorOf = (caller: Caller | undefined): Actor =>
  caller ? { type: caller.kind, id: caller.id } : { type: 'system' }
