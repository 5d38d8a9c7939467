import { Button } from '../../components/Button.tsx'
import {
  type LanguageProps,
  OwnLanguageField,
  TranslatedText,
  Translations,
} from '../../components/forms/Translations.tsx'
import { Card } from '../../components/Page.tsx'
import { BlocksField } from './BlocksField.tsx'
import { type Draft, newBlock, type Texts } from './draft.ts'

type Props = { draft: Draft; error(path: string): string | undefined; onChange(change: Partial<Draft>): void }

export function TranslationsCard({ draft, error, onChange }: Props) {
  return (
    <Card title="Languages">
      <div className="grid gap-4 p-5 pt-3">
        <OwnLanguageField locale={draft.locale} error={error('/locale')} onChange={(locale) => onChange({ locale })} />
        <Translations
          translations={draft.translations}
          error={error}
          onChange={(translations) => onChange({ translations })}
        >
          {(spoken) => <LanguageFields draft={draft} {...spoken} />}
        </Translations>
      </div>
    </Card>
  )
}

function LanguageFields({ draft, language, texts, set, error }: LanguageProps<Texts> & { draft: Draft }) {
  return (
    <>
      <TranslatedText
        label="Title"
        language={language}
        own={draft.title}
        maxLength={150}
        value={texts.title}
        error={error('/title')}
        onChange={(title) => set({ title })}
      />
      <TranslatedText
        label="Description"
        language={language}
        own={draft.description}
        rows={2}
        maxLength={300}
        value={texts.description}
        error={error('/description')}
        onChange={(description) => set({ description })}
      />
      {texts.blocks ? (
        <>
          <BlocksField blocks={texts.blocks} language={language} error={error} onChange={(blocks) => set({ blocks })} />
          <Button size="small" className="justify-self-start" onClick={() => set({ blocks: undefined })}>
            Use the blocks of the page again
          </Button>
        </>
      ) : (
        <div className="grid gap-2">
          <p className="text-sm text-quiet">This language shows the blocks of the page.</p>
          <Button
            size="small"
            className="justify-self-start"
            onClick={() => set({ blocks: draft.blocks.map(({ key: _, ...block }) => newBlock(block)) })}
          >
            Write its own blocks
          </Button>
        </div>
      )}
    </>
  )
}
