import { invalidField } from '#platform/values/errors.ts'
import { cleanLine } from '../rules.ts'
import type { ReviewSettings, ReviewSettingsChange } from './settings-schema.ts'

export function changeSettings(present: ReviewSettings, { shop, ...others }: ReviewSettingsChange): ReviewSettings {
  return {
    ...present,
    ...others,
    shop: { ...present.shop, ...shop, ...(shop?.question && { question: readQuestion(shop.question) }) },
  }
}

function readQuestion(sent: string): string {
  const question = cleanLine(sent)
  if (question === '') throw invalidField('/shop/question', "is empty; send null for the form's own words")
  return question
}
