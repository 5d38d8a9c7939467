import { TranslatedText, Translations } from '../../components/forms/Translations.tsx'
import type { DraftStep } from './draft.ts'

/** The service accepts at most this many translations, because it test-renders each of them. */
const mostLanguages = 20

type Props = { step: DraftStep; error(path: string): string | undefined; onChange(step: DraftStep): void }

export function MailTranslations({ step, error, onChange }: Props) {
  const { subject = '', heading, body = '', button, translations = {} } = step
  return (
    <Translations
      translations={translations}
      most={mostLanguages}
      error={error}
      onChange={(next) => onChange({ ...step, translations: next })}
    >
      {({ language, texts, set, error: errorIn }) => (
        <>
          <TranslatedText
            label="Subject"
            language={language}
            own={subject}
            maxLength={200}
            value={texts.subject}
            error={errorIn('/subject')}
            onChange={(text) => set({ subject: text })}
          />
          <TranslatedText
            label="Heading"
            language={language}
            own={heading ?? ''}
            maxLength={200}
            value={texts.heading}
            error={errorIn('/heading')}
            onChange={(text) => set({ heading: text })}
          />
          <TranslatedText
            label="Text"
            language={language}
            own={body}
            rows={6}
            maxLength={20_000}
            value={texts.body}
            error={errorIn('/body')}
            onChange={(text) => set({ body: text })}
          />
          {button && (
            <div className="grid gap-4 sm:grid-cols-2">
              <TranslatedText
                label="Button label"
                language={language}
                own={button.label}
                maxLength={200}
                value={texts.button?.label}
                error={errorIn('/button/label')}
                onChange={(label) => set({ button: { ...texts.button, label } })}
              />
              <TranslatedText
                label="Where it leads"
                language={language}
                own={button.url}
                maxLength={2_000}
                value={texts.button?.url}
                error={errorIn('/button/url')}
                onChange={(url) => set({ button: { ...texts.button, url } })}
              />
            </div>
          )}
        </>
      )}
    </Translations>
  )
}
