import { TextField } from '../../../components/forms/Field.tsx'

type Props = { label: string; hint: string; value: string; error?: string | undefined; onChange(value: string): void }

/** Masked, and hidden from password managers: the key is not a person's password. */
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
