// The audit log's actions. An area declares its own in its `area.ts`, as `<noun>.<past>`, and adds them here:
//   const auditActions = ['order.deleted'] as const
//   declare module './audit-actions.ts' {
//     interface AuditActions extends Record<(typeof auditActions)[number], true> {}
//   }
// An undeclared action does not compile, and a test asks the admin application for a sentence about each.

export const kernelAuditActions = ['api_key.first_used', 'partner.access_used', 'support.access_used'] as const

export interface AuditActions extends Record<(typeof kernelAuditActions)[number], true> {}

export type AuditAction = keyof AuditActions
