import { useEffect, useState } from 'react'
import type { Review } from '../../api/reviews/reviews.ts'
import { Button } from '../../components/Button.tsx'
import { shownLocale } from '../../components/locale.ts'
import { Notice } from '../../components/Notice.tsx'

/** The browser's Translator API: https://www.w3.org/TR/translation-api/ */
type Translator = { translate(text: string): Promise<string>; destroy(): void }
type Translators = {
  availability(languages: Languages): Promise<'unavailable' | 'downloadable' | 'downloading' | 'available'>
  create(languages: Languages): Promise<Translator>
}
type Languages = { sourceLanguage: string; targetLanguage: string }

const translators = (): Translators | undefined => (globalThis as { Translator?: Translators }).Translator

const parseLanguage = (tag: string): string => tag.split('-')[0]?.toLowerCase() ?? ''

/** Offers a translation of a review. The browser translates on this device; the text is never sent anywhere. */
export function Translation({ review: { language, title, body } }: { review: Review }) {
  const target = parseLanguage(navigator.language)
  const isForeign = language !== null && language !== target && (title || body)
  return isForeign ? <Offer from={language} to={target} text={[title, body].filter(Boolean).join('\n\n')} /> : null
}

function Offer({ from, to, text }: { from: string; to: string; text: string }) {
  const canTranslate = useAvailability(from, to)
  const [state, setState] = useState<{ text?: string; problem?: string; isBusy?: true }>({})
  const translate = async () => {
    setState({ isBusy: true })
    try {
      const translator = await translators()?.create({ sourceLanguage: parseLanguage(from), targetLanguage: to })
      if (!translator) throw new Error('none')
      try {
        setState({ text: await translator.translate(text) })
      } finally {
        translator.destroy()
      }
    } catch {
      setState({ problem: 'Your browser could not translate it. Its own menu may have more languages.' })
    }
  }
  if (canTranslate === undefined) return null
  return (
    <section aria-label="Translation" className="grid gap-2 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="text-quiet">Written in {formatLanguage(from)}.</span>
        {canTranslate ? (
          !state.text && (
            <Button size="small" icon="globe" isBusy={state.isBusy ?? false} onClick={() => void translate()}>
              Translate on this device
            </Button>
          )
        ) : (
          <span className="text-quiet">
            To read it in {formatLanguage(to)}, use “Translate” in the menu of your browser. We do not send it to
            anybody.
          </span>
        )}
      </div>
      {state.problem && <Notice tone="warn">{state.problem}</Notice>}
      {state.text && (
        <div className="grid gap-1 rounded-lg bg-plain-wash p-4">
          <p dir="auto" lang={to} translate="no" className="break-words whitespace-pre-line">
            {state.text}
          </p>
          <p className="text-xs text-quiet">Translated by your browser, on this device.</p>
        </div>
      )}
    </section>
  )
}

function useAvailability(from: string, to: string): boolean | undefined {
  const [isAvailable, setIsAvailable] = useState<boolean>()
  useEffect(() => {
    let isWanted = true
    const asking = translators()?.availability({ sourceLanguage: parseLanguage(from), targetLanguage: to })
    Promise.resolve(asking ?? 'unavailable').then(
      (answer) => isWanted && setIsAvailable(answer !== 'unavailable'),
      () => isWanted && setIsAvailable(false),
    )
    return () => {
      isWanted = false
    }
  }, [from, to])
  return isAvailable
}

function formatLanguage(tag: string): string {
  try {
    return new Intl.DisplayNames(shownLocale, { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}
