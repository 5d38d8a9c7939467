import { TextField } from '../../components/forms/Field.tsx'

type Props = {
  label: string
  value: string
  error?: string | undefined
  autoFocus?: boolean
  onChange(value: string): void
}

export function NewPasswordField({ onChange, ...rest }: Props) {
  return (
    <TextField
      {...rest}
      type="password"
      autoComplete="new-password"
      required
      minLength={10}
      maxLength={200}
      hint="At least 10 characters; a few words do."
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
