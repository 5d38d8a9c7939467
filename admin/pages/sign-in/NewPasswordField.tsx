import { useState } from 'react'
import { Field } from '../../components/forms/Field.tsx'

type Props = {
  label: string
  value: string
  error?: string | undefined
  autoFocus?: boolean
  onChange(value: string): void
}

export function NewPasswordField({ label, error, onChange, ...rest }: Props) {
  const [isShown, setIsShown] = useState(false)
  return (
    <Field label={label} error={error} hint="At least 10 characters. Several words work well.">
      {(control) => (
        <span className="grid gap-1">
          <input
            {...control}
            {...rest}
            type={isShown ? 'text' : 'password'}
            autoComplete="new-password"
            spellCheck={false}
            autoCapitalize="off"
            required
            minLength={10}
            maxLength={200}
            className="control"
            onChange={(event) => onChange(event.target.value)}
          />
          <button
            type="button"
            className="justify-self-end text-sm text-quiet underline underline-offset-4 hover:text-text"
            onClick={() => setIsShown(!isShown)}
          >
            {isShown ? 'Hide password' : 'Show password'}
          </button>
        </span>
      )}
    </Field>
  )
}
