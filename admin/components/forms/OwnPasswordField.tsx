import { ApiError } from '../../api/client.ts'
import { TextField } from './Field.tsx'

const refusals = {
  'Your password': 'Wrong password.',
  'Current password': 'The current password is wrong. Enter it again.',
}

type Props = { label: keyof typeof refusals; value: string; onChange(value: string): void; error: Error | null }

export const isWrongPassword = (error: Error | null): boolean =>
  error instanceof ApiError && error.code === 'password_wrong'

/** Asks for the password again, so an unattended browser is not enough. */
export function OwnPasswordField({ label, value, onChange, error }: Props) {
  return (
    <TextField
      label={label}
      type="password"
      autoComplete="current-password"
      required
      maxLength={200}
      error={isWrongPassword(error) ? refusals[label] : undefined}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
