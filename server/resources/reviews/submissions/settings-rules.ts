import { isDeepStrictEqual } from 'node:util'
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

/** Returns the settings whose value changes, with the new values. */
export function changedSettings(
  { shop: shopBefore, ...before }: ReviewSettings,
  { shop: shopAfter, ...after }: ReviewSettings,
): ReviewSettingsChange {
  const shop = changedFields(shopBefore, shopAfter)
  return { ...changedFields(before, after), ...(Object.keys(shop).length > 0 && { shop }) }
}

const changedFields = <Fields extends object>(before: Fields, after: Fields): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => !isDeepStrictEqual(value, before[name as keyof Fields])),
  ) as Partial<Fields>

function readQuestion(sent: string): string {
  const question = cleanLine(sent)
  if (question === '') throw invalidField('/shop/question', "is empty; send null for the form's own words")
  return question
}
