import { TextField } from '../../../components/forms/Field.tsx'

type Props = { label: string; hint: string; value: string; error?: string | undefined; onChange(value: string): void }

/** The field is masked and hidden from password managers, because the key is not a person's password. */
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
