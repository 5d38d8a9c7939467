import { randomBytes } from 'node:crypto'
import { Type } from 'typebox'
import type { ArchivedRow, ArchivedTable } from '#platform/areas/archive.ts'
import { checker } from '#platform/calls/validate.ts'
import { toContent } from './rules.ts'
import { NewFaq } from './schema.ts'

const questionColumns = {
  question: Type.String({ minLength: 1, maxLength: 500 }),
  email: Type.String({ maxLength: 320 }),
  name: Type.String({ maxLength: 200 }),
}

export const archive = [
  { table: 'faqs', without: ['import_key'], type: 'faq', restored: faqHere },
  { table: 'faq_products' },
  { table: 'faq_categories' },
  {
    table: 'faq_questions',
    columns: questionColumns,
    without: ['key'],
    addresses: ['email'],
    type: 'faq_question',
    restored: asAsked,
  },
] satisfies readonly ArchivedTable[]

/** Askers restored from an archive get no mail, because they wait for an answer from the original store. */
function asAsked({ notify, mailed_at: mailedAt }: ArchivedRow): ArchivedRow {
  return { key: `\\x${randomBytes(32).toString('hex')}`, notify: mailedAt === null ? false : notify }
}

let check: ReturnType<typeof checker> | undefined

function faqHere({ question, answer, group_name: group, status, locale, translations }: ArchivedRow): ArchivedRow {
  check ??= checker(NewFaq, 'FAQ')
  const content = toContent(check({ question, answer, group, status, locale, translations }) as NewFaq)
  return { translations: content.translations }
}
