import { useState } from 'react'
import { TextField } from '../../components/forms/Field.tsx'

type Props = { given: string; value: string; error: string | undefined; onChange(value: string): void }

export function CodeField({ given, value, error, onChange }: Props) {
  const [isOpen, setIsOpen] = useState(given !== '')
  if (!isOpen)
    return (
      <button
        type="button"
        onClick={() => setIsOpen(true)}
        className="justify-self-start text-sm text-quiet underline hover:text-text"
      >
        I have a code
      </button>
    )
  return (
    <TextField
      label="Code of the person who recommended this"
      hint={
        given === ''
          ? 'Leave blank if you have none.'
          : 'You used their link. They earn a share of your payments, and your price stays the same.'
      }
      autoComplete="off"
      spellCheck={false}
      maxLength={32}
      error={error === undefined ? undefined : 'This code does not exist. Correct it or leave it blank.'}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
