import { type ReactNode, useRef, useState } from 'react'
import { Button } from '../Button.tsx'
import { Field, FilterSelect, SelectField } from './Field.tsx'
import { canonicalTag, languageName, usualLanguages } from './languages.ts'

export type LanguageProps<Texts> = {
  language: string
  texts: Texts
  set(change: Partial<Texts>): void
  /** Returns the error of a field. `path` begins at the translations. */
  error(path: string): string | undefined
}

type Props<Texts> = {
  translations: Readonly<Record<string, Texts>>
  most?: number
  error(path: string): string | undefined
  onChange(translations: Record<string, Texts>): void
  children(language: LanguageProps<Texts>): ReactNode
}

export function Translations<Texts extends object>(props: Props<Texts>) {
  const { translations, most = 50, error, onChange, children } = props
  const list = useRef<HTMLDivElement>(null)
  const [added, setAdded] = useState<string>()
  const languages = Object.keys(translations)
  const add = (language: string) => {
    onChange({ ...translations, [language]: {} as Texts })
    setAdded(language)
    // The fields exist only after the next render, so the first field is focused then.
    requestAnimationFrame(() =>
      list.current
        ?.querySelector(`[data-language="${language}"]`)
        ?.querySelector<HTMLElement>(':is(input, textarea, select)')
        ?.focus(),
    )
  }
  const remove = (language: string) => {
    const { [language]: _, ...rest } = translations
    onChange(rest)
  }
  return (
    <section aria-label="Other languages" className="grid min-w-0 gap-3">
      <div className="grid gap-1">
        <h3 className="text-sm font-medium">Other languages</h3>
        <p className="text-sm text-quiet">Readers see their own language. Empty fields show the text above.</p>
      </div>
      <div ref={list} className="grid gap-3 empty:hidden">
        {languages.map((language) => (
          <Language
            key={language}
            language={language}
            isFresh={language === added}
            error={error}
            onRemove={() => remove(language)}
          >
            {children({
              language,
              texts: translations[language] as Texts,
              set: (change) =>
                onChange({ ...translations, [language]: { ...(translations[language] as Texts), ...change } }),
              error: (path) => error(`/translations/${language}${path}`),
            })}
          </Language>
        ))}
      </div>
      {languages.length < most && <AddLanguage taken={languages} onAdd={add} />}
    </section>
  )
}

type LanguageFieldsProps = {
  language: string
  isFresh: boolean
  error(path: string): string | undefined
  onRemove(): void
  children: ReactNode
}

function Language({ language, isFresh, error, onRemove, children }: LanguageFieldsProps) {
  const name = languageName(language)
  const [isOpen, setOpen] = useState(isFresh)
  const problem = error(`/translations/${language}`)
  return (
    <details
      data-language={language}
      open={isOpen || problem !== undefined}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="min-w-0 rounded-xl border border-line"
    >
      <summary className="px-4 py-2.5 text-sm font-medium hover:bg-hover">{name}</summary>
      <fieldset className="grid min-w-0 gap-4 border-t border-line p-4">
        <legend className="sr-only">{name}</legend>
        {children}
        <Button
          size="small"
          look="dangerQuiet"
          icon="trash"
          className="-ml-2.5 justify-self-start"
          aria-label={`Remove ${name}`}
          onClick={onRemove}
        >
          Remove
        </Button>
      </fieldset>
    </details>
  )
}

const another = 'another'
const focus = (field: HTMLInputElement | null) => field?.focus()

function AddLanguage({ taken, onAdd }: { taken: readonly string[]; onAdd(language: string): void }) {
  const [tag, setTag] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const free = usualLanguages.filter((each) => !taken.includes(each))
  const choose = (chosen: string) => (chosen === another ? setTag('') : chosen && onAdd(chosen))
  const addTyped = () => {
    const language = canonicalTag(tag ?? '')
    if (!language) return setProblem('Enter a language tag such as sv or pt-BR.')
    if (taken.includes(language)) return setProblem('This language is already in the list.')
    setTag(undefined)
    onAdd(language)
  }
  if (tag === undefined)
    return (
      <div>
        <FilterSelect label="Add a language" value="" onChange={(event) => choose(event.target.value)}>
          <option value="">Add a language</option>
          {free.map((each) => (
            <option key={each} value={each}>
              {languageName(each)}
            </option>
          ))}
          <option value={another}>Another one</option>
        </FilterSelect>
      </div>
    )
  return (
    <Field label="Language tag" hint="Such as ga for Irish, or pt-BR for Portuguese as in Brazil." error={problem}>
      {(control) => (
        <span className="flex gap-2">
          <input
            {...control}
            ref={focus}
            maxLength={35}
            spellCheck={false}
            autoCapitalize="none"
            className="control w-40"
            value={tag}
            onChange={(event) => {
              setTag(event.target.value)
              setProblem(undefined)
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              addTyped()
            }}
          />
          <Button onClick={addTyped}>Add</Button>
          <Button look="quiet" onClick={() => setTag(undefined)}>
            Cancel
          </Button>
        </span>
      )}
    </Field>
  )
}

type TextProps = {
  label: string
  language: string
  /** Fallback text, shown as the placeholder. */
  own: string
  value: string | null | undefined
  maxLength: number
  rows?: number
  error?: string | undefined
  onChange(value: string | undefined): void
}

export function TranslatedText({ label, language, own, value, maxLength, rows = 1, error, onChange }: TextProps) {
  const Control = rows > 1 ? 'textarea' : 'input'
  return (
    <Field label={label} error={error}>
      {(control) => (
        <Control
          {...control}
          {...(rows > 1 && { rows })}
          lang={language}
          dir="auto"
          maxLength={maxLength}
          placeholder={own}
          className={`control ${rows > 1 ? 'h-auto py-2' : ''}`}
          value={value ?? ''}
          onChange={(event) => onChange(event.target.value || undefined)}
        />
      )}
    </Field>
  )
}

type OwnProps = { locale: string | null; error?: string | undefined; onChange(locale: string | null): void }

/** Language of the store's own texts. Readers of this language never get a translation. */
export function OwnLanguageField({ locale, error, onChange }: OwnProps) {
  const known = locale === null || usualLanguages.includes(locale) ? usualLanguages : [locale, ...usualLanguages]
  return (
    <SelectField
      label="Language of these texts"
      value={locale ?? ''}
      error={error}
      onChange={(event) => onChange(event.target.value || null)}
    >
      <option value="">Not said</option>
      {known.map((each) => (
        <option key={each} value={each}>
          {languageName(each)}
        </option>
      ))}
    </SelectField>
  )
}

type ReaderProps = { translations: Readonly<Record<string, object>>; reader: string; onChange(reader: string): void }

export function ReaderChoice({ translations, reader, onChange }: ReaderProps) {
  const languages = Object.keys(translations)
  if (languages.length === 0) return null
  return (
    <span className="justify-self-start">
      <FilterSelect label="Language of the preview" value={reader} onChange={(event) => onChange(event.target.value)}>
        <option value="">Your own texts</option>
        {languages.map((each) => (
          <option key={each} value={each}>
            {languageName(each)}
          </option>
        ))}
      </FilterSelect>
    </span>
  )
}
