import { createHash } from 'node:crypto'

export type Identity = {
  question: string
  locale: string | null
  productIds: readonly string[]
  categoryIds: readonly string[]
}

/** Two FAQs with the same hash are duplicates. Ignores case and spacing; includes the language and the references. */
export const hashIdentity = ({ question, locale, productIds, categoryIds }: Identity): Buffer =>
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
