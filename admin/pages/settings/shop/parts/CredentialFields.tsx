import type { Credentials } from '../../../../api/shops/shops.ts'
import { TextField } from '../../../../components/forms/Field.tsx'
import type { CredentialField } from './platforms.tsx'

export type CredentialInput = Partial<Record<keyof Credentials, string>>

type Props = {
  fields: readonly CredentialField[]
  value: CredentialInput
  errorOf(field: CredentialField): string | undefined
  onChange(value: CredentialInput): void
}

/** Hidden from password managers, because the credentials belong to the shop and not to a person. */
export function CredentialFields({ fields, value, errorOf, onChange }: Props) {
  return fields.map((field) => (
    <TextField
      key={field.name}
      label={field.isOptional ? `${field.label} (optional)` : field.label}
      hint={field.hint}
      type={field.isSecret ? 'password' : 'text'}
      required={!field.isOptional}
      maxLength={4_000}
      autoComplete="off"
      data-1p-ignore=""
      data-lpignore="true"
      autoCapitalize="off"
      spellCheck={false}
      value={value[field.name] ?? ''}
      error={errorOf(field)}
      onChange={(event) => onChange({ ...value, [field.name]: event.target.value })}
    />
  ))
}

export function toCredentials(fields: readonly CredentialField[], typed: CredentialInput): Credentials | undefined {
  const given = fields.flatMap(({ name }) => {
    const text = typed[name]?.trim()
    return text ? [[name, text] as const] : []
  })
  return given.length > 0 ? Object.fromEntries(given) : undefined
}
