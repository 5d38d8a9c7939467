// Each area declares its own actions as `<noun>.<past>` and adds them to `AuditActions` by `declare module
// './audit-actions.ts'`. An undeclared action does not compile. A test requires a sentence for each action in the admin
// application.

export const kernelAuditActions = ['api_key.first_used', 'partner.access_used', 'support.access_used'] as const

export interface AuditActions extends Record<(typeof kernelAuditActions)[number], true> {}

export type AuditAction = keyof AuditActions
