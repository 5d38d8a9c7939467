import type { AuditEntry } from './schema.ts'

const columns: Record<string, (entry: AuditEntry) => string | null | undefined> = {
  at: ({ at }) => at,
  action: ({ action }) => action,
  actorType: ({ actor }) => actor.type,
  actorName: ({ actor }) => actor.name,
  actorId: ({ actor }) => actor.id,
  targetType: ({ target }) => target?.type,
  targetName: ({ target }) => target?.name,
  targetId: ({ target }) => target?.id,
  storeEnvId: ({ storeEnvId }) => storeEnvId,
  address: ({ address }) => address,
  userAgent: ({ userAgent }) => userAgent,
  details: ({ details }) => details && JSON.stringify(details),
  id: ({ id }) => id,
}

export const csvHeader = Object.keys(columns)

export const csvCells = (entry: AuditEntry): string[] => Object.values(columns).map((cell) => cell(entry) ?? '')
