// What makes a row of a file and a FAQ one and the same. Pure.
import { createHash } from 'node:crypto'

export type Identity = {
  question: string
  locale: string | null
  productIds: readonly string[]
  categoryIds: readonly string[]
}

/** The question, whatever its case and spaces, in its language and about its things. */
export const keyOf = ({ question, locale, productIds, categoryIds }: Identity): Buffer =>
  createHash('sha256')
    .update(
      JSON.stringify([
        question.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase(),
        locale,
        [...productIds].sort(),
        [...categoryIds].sort(),
      ]),
    )
    .digest()
