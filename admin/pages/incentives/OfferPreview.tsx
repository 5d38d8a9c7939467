import { useState } from 'react'
import type { Incentive } from '../../api/reviews/incentives.ts'
import { ReaderChoice } from '../../components/forms/Translations.tsx'
import { Preview } from '../../components/Preview.tsx'

type Props = { text: string; terms: string; translations: Incentive['translations'] }

export function OfferPreview({ translations, ...own }: Props) {
  const [reader, setReader] = useState('')
  const inLanguage = translations[reader]
  const text = inLanguage?.text?.trim() || own.text.trim()
  const terms = inLanguage?.terms?.trim() || own.terms.trim()
  return (
    <div className="grid gap-2">
      <ReaderChoice translations={translations} reader={inLanguage ? reader : ''} onChange={setReader} />
      <Preview>
        <div className="grid gap-3 rounded-lg border border-line p-4">
          <div className="rounded-lg border-s-4 border-accent bg-sunken px-3 py-2">
            <p dir="auto" className="font-semibold wrap-anywhere">
              {text || 'Your offer'}
            </p>
            {terms && (
              <p dir="auto" className="text-sm whitespace-pre-line text-quiet wrap-anywhere">
                {terms}
              </p>
            )}
          </div>
          <p className="text-2xl tracking-widest text-quiet" aria-hidden="true">
            ☆☆☆☆☆
          </p>
        </div>
      </Preview>
    </div>
  )
}
