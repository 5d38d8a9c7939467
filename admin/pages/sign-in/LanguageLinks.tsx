import { Icon } from '../../components/Icon.tsx'
import { chooseLanguage, type Language, languageNames, shownLanguage } from '../../shell/language.ts'

/** A signed-out person cannot open the account page with the language setting. */
export function LanguageLinks() {
  return (
    <nav aria-label="Language" className="flex items-center gap-3 text-sm text-quiet">
      <Icon name="globe" className="size-4" />
      {Object.entries(languageNames).map(([language, name]) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={language === shownLanguage()}
          onClick={() => chooseLanguage(language as Language)}
          className="rounded px-1 py-0.5 underline underline-offset-4 hover:text-text aria-pressed:font-medium aria-pressed:text-text aria-pressed:no-underline"
        >
          {name}
        </button>
      ))}
    </nav>
  )
}
