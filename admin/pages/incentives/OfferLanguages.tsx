import type { Incentive } from '../../api/reviews/incentives.ts'
import { TranslatedText, Translations } from '../../components/forms/Translations.tsx'

type Props = {
  text: string
  terms: string
  translations: Incentive['translations']
  error(path: string): string | undefined
  onChange(translations: Incentive['translations']): void
}

export function OfferLanguages({ text, terms, translations, error, onChange }: Props) {
  return (
    <Translations translations={translations} error={error} onChange={onChange}>
      {({ language, texts, set, error: errorIn }) => (
        <>
          <TranslatedText
            label="Offer"
            language={language}
            own={text}
            maxLength={120}
            value={texts.text}
            error={errorIn('/text')}
            onChange={(translated) => set({ text: translated })}
          />
          <TranslatedText
            label="Terms"
            language={language}
            own={terms}
            rows={3}
            maxLength={1000}
            value={texts.terms}
            error={errorIn('/terms')}
            onChange={(translated) => set({ terms: translated })}
          />
        </>
      )}
    </Translations>
  )
}
