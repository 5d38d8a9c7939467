// Texts of pages and mails: `<language>/<area>.json`. English defines the type.
import { existsSync, readFileSync } from 'node:fs'
import type appeals from './en/appeals.json'
import type hostedForm from './en/hosted-form.json'
import type leadConfirmation from './en/lead-confirmation.json'
import type ledger from './en/ledger.json'
import type linkPages from './en/link-pages.json'
import type loyaltyProgram from './en/loyalty-program.json'
import type mails from './en/mails.json'
import type programConsent from './en/program-consent.json'
import type receipts from './en/receipts.json'
import type reviewConfirmation from './en/review-confirmation.json'
import type reviewDocuments from './en/review-documents.json'
import type reviewForm from './en/review-form.json'
import type shopConsent from './en/shop-consent.json'
import type teamMails from './en/team-mails.json'
import type unsubscribing from './en/unsubscribing.json'
import type webPages from './en/web-pages.json'
import type yearlyAssessment from './en/yearly-assessment.json'
import { isLanguage } from './languages.ts'

type Areas = {
  appeals: typeof appeals
  'hosted-form': typeof hostedForm
  'lead-confirmation': typeof leadConfirmation
  ledger: typeof ledger
  'link-pages': typeof linkPages
  'loyalty-program': typeof loyaltyProgram
  mails: typeof mails
  'program-consent': typeof programConsent
  receipts: typeof receipts
  'review-confirmation': typeof reviewConfirmation
  'review-documents': typeof reviewDocuments
  'review-form': typeof reviewForm
  'shop-consent': typeof shopConsent
  'team-mails': typeof teamMails
  unsubscribing: typeof unsubscribing
  'web-pages': typeof webPages
  'yearly-assessment': typeof yearlyAssessment
}
export type Texts<Area extends keyof Areas> = Areas[Area]

/** Heading and sentence of a page that only informs, such as one for an expired link. */
export type Note = { heading: string; text: string }

const cached = new Map<string, unknown>()

/** English for a language without these texts. */
export function textsIn<Area extends keyof Areas>(area: Area, language: string): Areas[Area] {
  const name = `${isLanguage(language) ? language : 'en'}/${area}`
  const texts = cached.get(name) ?? read(name) ?? textsIn(area, 'en')
  cached.set(name, texts)
  return texts as Areas[Area]
}

function read(name: string): unknown {
  const file = new URL(`${name}.json`, import.meta.url)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}
