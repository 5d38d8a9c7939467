import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { testTranslation } from '../../../api/reviews/languages.ts'
import { Button } from '../../../components/Button.tsx'
import { SelectField, TextField } from '../../../components/forms/Field.tsx'
import { languageName } from '../../../components/forms/languages.ts'
import { Notice } from '../../../components/Notice.tsx'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { locales } from './theme-options.ts'

const longest = 500

export function TranslationTest() {
  const storeId = useStoreId()
  const [text, setText] = useState('The handle stays cool, even with boiling water.')
  const [source, setSource] = useState('en')
  const [target, setTarget] = useState('de')
  const testing = useMutation({ mutationFn: () => testTranslation(storeId, { text, source, target }) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    testing.mutate()
  }
  return (
    <form onSubmit={submit} className="grid gap-4 rounded-lg border border-line p-4">
      <h3 className="text-sm font-medium">Test the engine</h3>
      <TextField
        label="Sentence"
        hint="Read the translation before you turn on a language. Nothing is stored."
        value={text}
        maxLength={longest}
        required
        onChange={(event) => setText(event.target.value)}
      />
      <div className="grid items-end gap-4 sm:grid-cols-[1fr_1fr_auto]">
        <LanguageField label="From" value={source} onChange={setSource} />
        <LanguageField label="Into" value={target} onChange={setTarget} />
        <Button type="submit" isBusy={testing.isPending}>
          Translate
        </Button>
      </div>
      {testing.error && <Notice tone="danger">{testing.error.message}</Notice>}
      {testing.data && (
        <div role="status" className="grid gap-1 text-sm">
          {testing.data.text !== null && (
            <p dir="auto" lang={target} className="rounded-lg bg-plain-wash p-3 break-words">
              {testing.data.text}
            </p>
          )}
          {testing.data.problem && <Notice tone="warn">{testing.data.problem}</Notice>}
          <p className="text-xs text-quiet">
            {testing.data.engine === 'apertium' ? 'Apertium' : 'LibreTranslate'}, {testing.data.durationMs} ms
          </p>
        </div>
      )}
    </form>
  )
}

type LanguageProps = { label: string; value: string; onChange(tag: string): void }

const LanguageField = ({ label, value, onChange }: LanguageProps) => (
  <SelectField label={label} value={value} onChange={(event) => onChange(event.target.value)}>
    {locales.map((tag) => (
      <option key={tag} value={tag}>
        {languageName(tag)}
      </option>
    ))}
  </SelectField>
)
