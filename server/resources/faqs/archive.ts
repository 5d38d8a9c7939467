import { randomBytes } from 'node:crypto'
import type { ArchivedRow, ArchivedTable } from '#platform/archive.ts'

export const archive = [
  { table: 'faqs', without: ['import_key'], type: 'faq' },
  { table: 'faq_products' },
  { table: 'faq_categories' },
  { table: 'faq_questions', without: ['key'], addresses: ['email'], type: 'faq_question', restored: asAsked },
] satisfies readonly ArchivedTable[]

/** Who waits for an answer hears from the store that they asked. */
function asAsked({ notify, mailed_at: mailedAt }: ArchivedRow): ArchivedRow {
  return { key: `\\x${randomBytes(32).toString('hex')}`, notify: mailedAt === null ? false : notify }
}
