import { ApiError } from '../../../api/client.ts'
import { TextField } from '../../../components/Field.tsx'

/** For what a browser left open must not be enough for. */
export function PasswordField({ value, error, onChange }: Props) {
  return (
    <TextField
      label="Your password"
      type="password"
      autoComplete="current-password"
      required
      maxLength={200}
      error={isWrongPassword(error) ? 'That is not your password.' : undefined}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

type Props = { value: string; error: Error | null; onChange(value: string): void }

export const isWrongPassword = (error: Error | null): boolean =>
  error instanceof ApiError && error.code === 'password_wrong'
