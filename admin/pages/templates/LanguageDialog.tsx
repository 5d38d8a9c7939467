import { type FormEvent, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Dialog, DialogActions } from '../../components/Dialog.tsx'
import { TextField } from '../../components/forms/Field.tsx'
import { canonicalTag, languageName } from '../../components/forms/languages.ts'

export function LanguageDialog({ onChoose, onClose }: { onChoose(locale: string): void; onClose(): void }) {
  const [tag, setTag] = useState('')
  const [error, setError] = useState<string>()
  const canonical = canonicalTag(tag)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!canonical) return setError('Enter a language tag such as sv or pt-BR.')
    onClose()
    onChoose(canonical)
  }
  return (
    <Dialog title="Another language" onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        <TextField
          label="Language tag"
          required
          autoFocus
          maxLength={35}
          placeholder="sv"
          value={tag}
          error={error}
          hint={canonical ? languageName(canonical) : 'For example sv for Swedish, or pt-BR for Brazilian Portuguese.'}
          onChange={(event) => {
            setTag(event.target.value)
            setError(undefined)
          }}
        />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary">
            Create
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
