import { SelectField } from '../../../components/forms/Field.tsx'
import { Card } from '../../../components/Page.tsx'
import { chooseLanguage, chosenLanguage, type Language, languageNames } from '../../../shell/language.ts'

export function LanguageCard() {
  return (
    <Card title="Language">
      <div className="px-5 pt-3 pb-5">
        <SelectField
          label="Language of this application"
          hint="Applies to this browser. Shoppers see texts in their own language."
          value={chosenLanguage() ?? ''}
          onChange={(event) => chooseLanguage((event.target.value || undefined) as Language | undefined)}
        >
          <option value="">Language of my browser</option>
          {Object.entries(languageNames).map(([language, name]) => (
            <option key={language} value={language} lang={language}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
    </Card>
  )
}
