import { chooseLanguage, type Language, languageNames, shownLanguage } from '../../shell/language.ts'

/** A signed-out person cannot open the account page with the language setting. */
export function LanguageLinks() {
  return (
    <nav aria-label="Language" className="flex gap-4 text-sm text-quiet">
      {Object.entries(languageNames).map(([language, name]) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={language === shownLanguage()}
          onClick={() => chooseLanguage(language as Language)}
          className="rounded px-1 py-0.5 hover:underline aria-pressed:font-medium aria-pressed:text-text"
        >
          {name}
        </button>
      ))}
    </nav>
  )
}
