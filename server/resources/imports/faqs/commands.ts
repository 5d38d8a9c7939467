import { attempt } from '#platform/calls/paging/batch.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { type FaqOutcome, importFaqs } from '#resources/faqs/imports/commands.ts'
import { limits } from '#resources/faqs/schema.ts'
import { quoted } from '../formats/problems.ts'
import type * as store from '../store.ts'
import type { FaqRow } from './faq-file.ts'

type Target = { isDryRun: boolean; oneByOne: boolean }
type Readable = Extract<FaqRow, { faq: unknown }>

export async function writeFaqs(tx: StoreTx, target: Target, rows: readonly FaqRow[]): Promise<store.NewRow[]> {
  const readable = rows.filter((row) => 'faq' in row)
  const failed = rows
    .filter((row) => 'problem' in row)
    .map(({ line, problem: { code, message } }) => ({
      line,
      outcome: 'failed' as const,
      code,
      message,
      reviewId: null,
    }))
  const written =
    target.oneByOne && !target.isDryRun ? await writeOneByOne(tx, readable) : await write(tx, readable, target.isDryRun)
  return [...failed, ...written]
}

async function write(tx: StoreTx, rows: readonly Readable[], isDryRun: boolean): Promise<store.NewRow[]> {
  const outcomes = await importFaqs(
    tx,
    rows.map(({ faq }) => faq),
    isDryRun,
  )
  return rows.map(({ line }, i) => ({
    line,
    ...describeOutcome(outcomes[i] ?? { outcome: 'unchanged' }),
    reviewId: null,
  }))
}

function describeOutcome(done: FaqOutcome): Pick<store.NewRow, 'outcome' | 'code' | 'message'> {
  switch (done.outcome) {
    case 'imported':
      return { outcome: 'imported', code: null, message: null }
    case 'unchanged':
      return {
        outcome: 'skipped',
        code: 'already_imported',
        message: 'The store already has this question for the same products and categories.',
      }
    case 'repeated':
      return {
        outcome: 'skipped',
        code: 'repeated_question',
        message: 'An earlier row has the same question for the same products and categories.',
      }
    case 'too_many':
      return { outcome: 'failed', code: 'too_many_faqs', message: `A store can have at most ${limits.faqs} FAQs.` }
    case 'unknown':
      return {
        outcome: 'failed',
        code: `${done.what}_not_found`,
        message: `No ${done.what} of this store has the id ${quoted(done.name)}.`,
      }
  }
}

async function writeOneByOne(tx: StoreTx, rows: readonly Readable[]): Promise<store.NewRow[]> {
  const done: store.NewRow[] = []
  for (const row of rows) {
    const written = await attempt(tx, () => write(tx, [row], false))
    const message = 'The row could not be stored. Other rows are not affected.'
    if ('fault' in written)
      done.push({ line: row.line, outcome: 'failed', code: 'storage_error', message, reviewId: null })
    else done.push(...written)
  }
  return done
}
