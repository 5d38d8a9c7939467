import type { Role } from '#platform/identity/caller.ts'
import { headerText } from '#platform/mail/compose.ts'
import { forbidden, invalidField } from '#platform/values/errors.ts'
import type { OrganizationChange } from './schema.ts'

const billingFields = ['legalName', 'vatNumber', 'country', 'billingEmail'] as const

export function requireMayChange(role: Role, change: OrganizationChange): void {
  if (role !== 'OWNER' && billingFields.some((field) => change[field] !== undefined))
    throw forbidden('owner_required', 'Only owners can change billing data.')
}

export function normalized(change: OrganizationChange): OrganizationChange {
  const { name, legalName, vatNumber, billingEmail, ...rest } = change
  return {
    ...rest,
    ...(name !== undefined && { name: name.trim() }),
    ...(legalName !== undefined && { legalName: legalName?.trim() ?? null }),
    ...(vatNumber !== undefined && { vatNumber: vatNumber?.replace(/[ .-]/g, '').toUpperCase() ?? null }),
    ...(billingEmail !== undefined && { billingEmail: billingEmail?.trim() ?? null }),
  }
}

export function requireLine(path: string, text: string, longest: number): string {
  const line = headerText(text, longest)
  if (line === '') throw invalidField(path, 'must contain more than spaces')
  return line
}
