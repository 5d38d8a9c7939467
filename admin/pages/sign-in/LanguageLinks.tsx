import { Icon } from '../../components/Icon.tsx'
import { chooseLanguage, type Language, languageNames, shownLanguage } from '../../shell/language.ts'

/** A signed-out person cannot open the account page with the language setting. */
export function LanguageLinks() {
  return (
    <nav aria-label="Language" className="flex items-center gap-1 text-sm text-quiet">
      <Icon name="globe" className="mr-1 size-4" />
      {Object.entries(languageNames).map(([language, name]) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={language === shownLanguage()}
          onClick={() => chooseLanguage(language as Language)}
          className="rounded-full px-2.5 py-1 hover:text-text aria-pressed:bg-plain-wash aria-pressed:font-medium aria-pressed:text-text"
        >
          {name}
        </button>
      ))}
    </nav>
  )
}
