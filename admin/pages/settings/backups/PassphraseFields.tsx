import { TextField } from '../../../components/forms/Field.tsx'
import { Notice } from '../../../components/Notice.tsx'

type PassphraseInput = { passphrase: string; again: string }
type Props = {
  typed: PassphraseInput
  hint?: string
  error?: string | undefined
  onChange(typed: PassphraseInput): void
}

/** The person types the passphrase twice, because a mistyped passphrase makes the backup unreadable forever. */
export function PassphraseFields({ typed, hint, error, onChange }: Props) {
  const isOther = typed.again !== '' && typed.again !== typed.passphrase
  return (
    <>
      <TextField
        label="Passphrase"
        type="password"
        autoComplete="new-password"
        hint={hint ?? 'Optional: encrypts the file. At least 8 characters.'}
        error={error}
        value={typed.passphrase}
        onChange={(event) => onChange({ ...typed, passphrase: event.target.value })}
      />
      {typed.passphrase !== '' && (
        <>
          <TextField
            label="Passphrase again"
            type="password"
            autoComplete="new-password"
            error={isOther ? 'The passphrases do not match.' : undefined}
            value={typed.again}
            onChange={(event) => onChange({ ...typed, again: event.target.value })}
          />
          <Notice tone="warn">
            Without the passphrase, nobody can open the file. Keep a copy, because we never show it.
          </Notice>
        </>
      )}
    </>
  )
}
