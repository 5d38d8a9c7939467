import { TextField } from '../../../components/forms/Field.tsx'

type Props = { label: string; hint: string; value: string; error?: string | undefined; onChange(value: string): void }

/** Hidden while it is typed, and not offered to a password manager: it is not a person's. */
export function KeyField({ onChange, ...rest }: Props) {
  return (
    <TextField
      {...rest}
      type="password"
      required
      minLength={8}
      maxLength={200}
      autoComplete="off"
      data-1p-ignore=""
      data-lpignore="true"
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
