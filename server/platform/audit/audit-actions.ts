// What may be written to the audit log. An area declares its own acts in its `area.ts`, as `<noun>.<past>`, and adds them here:
//
//   const auditActions = ['order.deleted'] as const
//   declare module './audit-actions.ts' {
//     interface AuditActions extends Record<(typeof auditActions)[number], true> {}
//   }
//
// So an act of another name does not compile, and a test asks the admin application for a sentence about each.

/** Those of the kernel. */
export const kernelAuditActions = ['api_key.first_used', 'partner.access_used', 'support.access_used'] as const

export interface AuditActions extends Record<(typeof kernelAuditActions)[number], true> {}

export type AuditAction = keyof AuditActions
