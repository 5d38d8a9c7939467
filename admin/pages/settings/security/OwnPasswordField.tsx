import { ApiError } from '../../../api/client.ts'
import { TextField } from '../../../components/Field.tsx'

type Props = { value: string; onChange(value: string): void; error: Error | null }

export const isWrongPassword = (error: Error | null) => error instanceof ApiError && error.code === 'password_wrong'

/** Asked again for what changes how somebody signs in: the browser may have been left open. */
export function OwnPasswordField({ value, onChange, error }: Props) {
  return (
    <TextField
      label="Present password"
      type="password"
      autoComplete="current-password"
      required
      maxLength={200}
      error={isWrongPassword(error) ? 'That is not your present password.' : undefined}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
