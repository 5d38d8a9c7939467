import type { GalleryLayout } from '../../api/content/galleries.ts'
import { Choice } from '../../components/forms/Choice.tsx'
import { Field, TextField } from '../../components/forms/Field.tsx'
import { NumberField } from '../../components/forms/NumberField.tsx'
import { OwnLanguageField, TranslatedText, Translations } from '../../components/forms/Translations.tsx'
import type { Draft } from './draft.ts'
import { layoutNames } from './names.ts'

type Props = { draft: Draft; error(path: string): string | undefined; onChange(change: Partial<Draft>): void }

export function DetailsFields({ draft, error, onChange }: Props) {
  return (
    <>
      <TextField
        label="Name"
        hint="Only for people of your store. Shoppers do not see it."
        dir="auto"
        required
        maxLength={120}
        value={draft.name}
        error={error('/name')}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <TextField
        label="Title"
        dir="auto"
        maxLength={150}
        value={draft.title}
        error={error('/title')}
        onChange={(event) => onChange({ title: event.target.value })}
      />
      <Field label="Description" hint="Markdown: **bold**, [links](https://…)." error={error('/description')}>
        {(control) => (
          <textarea
            {...control}
            dir="auto"
            rows={3}
            maxLength={2000}
            className="control h-auto py-2"
            value={draft.description}
            onChange={(event) => onChange({ description: event.target.value })}
          />
        )}
      </Field>
      <OwnLanguageField locale={draft.locale} error={error('/locale')} onChange={(locale) => onChange({ locale })} />
      <Translations
        translations={draft.translations}
        error={error}
        onChange={(translations) => onChange({ translations })}
      >
        {({ language, texts, set, error: errorIn }) => (
          <>
            <TranslatedText
              label="Title"
              language={language}
              own={draft.title}
              maxLength={150}
              value={texts.title}
              error={errorIn('/title')}
              onChange={(title) => set({ title })}
            />
            <TranslatedText
              label="Description"
              language={language}
              own={draft.description}
              rows={3}
              maxLength={2000}
              value={texts.description}
              error={errorIn('/description')}
              onChange={(description) => set({ description })}
            />
          </>
        )}
      </Translations>
      <Choice
        legend="Layout"
        value={draft.layout}
        options={Object.entries(layoutNames).map(([value, name]) => ({ value: value as GalleryLayout, name }))}
        onChange={(layout) => onChange({ layout })}
      />
      <NumberField
        label="Columns"
        unit="photos"
        hint="Narrow screens show fewer."
        min={1}
        max={6}
        value={draft.columns}
        error={error('/columns')}
        onChange={(columns) => onChange({ columns })}
      />
    </>
  )
}
