import { Field } from '../../components/forms/Field.tsx'
import { PasswordInput } from '../../components/forms/PasswordInput.tsx'

type Props = {
  label: string
  value: string
  error?: string | undefined
  autoFocus?: boolean
  onChange(value: string): void
}

export function NewPasswordField({ label, error, onChange, ...rest }: Props) {
  return (
    <Field label={label} error={error} hint="At least 10 characters. Several words work well.">
      {(control) => (
        <PasswordInput
          {...control}
          {...rest}
          autoComplete="new-password"
          required
          minLength={10}
          maxLength={200}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
