import { attempt } from '#platform/calls/paging/batch.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { importBalances, previewBalances } from '#resources/loyalty/import-commands.ts'
import { FileProblem } from '../formats/problems.ts'
import { joinRemarks } from '../rules.ts'
import type * as store from '../store.ts'
import type { BalanceRow } from './balance-file.ts'
import type { BalanceFormat } from './formats.ts'

type Target = { importId: string; format: BalanceFormat; isDryRun: boolean; grantedAt: Date; oneByOne: boolean }

export async function writeBalances(tx: StoreTx, target: Target, rows: readonly BalanceRow[]): Promise<store.NewRow[]> {
  const readable = rows.filter((row) => 'balance' in row)
  const failed = rows
    .filter((row) => 'problem' in row)
    .map(({ line, problem }) => ({ line, outcome: 'failed' as const, ...codeAndMessage(problem), reviewId: null }))
  if (target.oneByOne && !target.isDryRun) return [...failed, ...(await writeOneByOne(tx, target, readable))]
  return [...failed, ...(await write(tx, target, readable))]
}

type Readable = Extract<BalanceRow, { balance: unknown }>

async function write(tx: StoreTx, target: Target, rows: readonly Readable[]): Promise<store.NewRow[]> {
  const balances = rows.map(({ line, balance }) => ({
    ...{ line, email: balance.email, points: balance.points },
    grantedAt: balance.grantedAt ?? target.grantedAt,
  }))
  const { importId, format } = target
  const file = { importId, source: format.source, reason: `Imported from ${format.label}` }
  const outcomes = await (target.isDryRun ? previewBalances : importBalances)(tx, file, balances)
  // The programme was switched off during the import. Rows already written stay imported. A later upload of the same file
  // imports the others.
  if (!outcomes)
    throw new FileProblem(
      'program_disabled',
      'The loyalty programme of this store is switched off. Switch it on and upload the file again.',
    )
  return rows.map(({ line, warnings }, at) => {
    const outcome = outcomes[at] ?? 'unchanged'
    if (outcome === 'imported' || outcome === 'updated')
      return { line, outcome, ...joinRemarks(warnings), reviewId: null }
    return { line, ...notWritten[outcome], reviewId: null }
  })
}

const notWritten = {
  unchanged: {
    outcome: 'skipped',
    code: 'already_imported',
    message: 'An earlier import already added the same balance.',
  },
  repeated: {
    outcome: 'failed',
    code: 'repeated_address',
    message: 'An earlier row has a balance for the same address; only the earlier row counts.',
  },
} as const

async function writeOneByOne(tx: StoreTx, target: Target, rows: readonly Readable[]): Promise<store.NewRow[]> {
  const done: store.NewRow[] = []
  for (const row of rows) {
    const written = await attempt(tx, () => write(tx, target, [row]))
    const message = 'The row could not be stored. Other rows are not affected.'
    if ('fault' in written)
      done.push({ line: row.line, outcome: 'failed', code: 'storage_error', message, reviewId: null })
    else done.push(...written)
  }
  return done
}

const codeAndMessage = ({ code, message }: { code: string; message: string }) => ({ code, message })
