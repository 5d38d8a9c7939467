// Imports balances of another platform. Each member has one grant per platform, and a later balance replaces it.
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { newId } from '#platform/values/ids.ts'
import { normalizeEmail } from '#platform/values/mask.ts'
import * as store from './import-store.ts'
import { type Account, closeAccounts, enroll, openAccounts } from './points/commands.ts'
import { findTerms, requireEnabled } from './program/commands.ts'

export type ImportedBalance = { line: number; email: string; points: number; grantedAt: Date }
export type ImportedFile = { importId: string; source: string; reason: string }
/** `repeated` means that an earlier row of the file has a balance for this person. */
export type BalanceOutcome = 'imported' | 'updated' | 'unchanged' | 'repeated'

export async function requireProgram(tx: StoreReads): Promise<void> {
  await requireEnabled(tx)
}

const buildRef = ({ source }: ImportedFile, memberId: string) => `${source}:${memberId}`

/** Undefined without an enabled programme. Outcomes are in the order of the rows. */
export async function importBalances(
  tx: StoreTx,
  file: ImportedFile,
  rows: readonly ImportedBalance[],
): Promise<BalanceOutcome[] | undefined> {
  const terms = await findTerms(tx)
  if (!terms?.enabled) return undefined
  const emails = [...new Set(rows.map(({ email }) => normalizeEmail(email)))].sort()
  enroll(tx, emails, terms.revision)
  const accounts = await openAccounts(tx, terms, { emails })
  const byEmail = new Map(accounts.map((account) => [account.row.email, account]))
  const refs = accounts.map(({ row }) => buildRef(file, row.id))
  const known = new Map((await store.listImported(tx, refs)).map((grant) => [grant.ref, grant]))
  const written = new Map<string, store.ImportedGrant>()
  const outcomes = rows.map((row) => {
    const account = byEmail.get(normalizeEmail(row.email))
    if (!account) throw new Error('A member enrolled just now is missing.')
    const ref = buildRef(file, account.row.id)
    const before = known.get(ref)
    const outcome = decideOutcome(file, row, written.has(ref) ? 'here' : before)
    if (outcome === 'repeated') return outcome
    written.set(ref, planGrant(tx, file, row, { account, before, ref }))
    return outcome
  })
  await store.upsertImported(tx, [...written.values()])
  await closeAccounts(tx, terms, accounts)
  return outcomes
}

/** Reports the outcome without writing. Repeated people are noticed only within one batch of rows. */
export async function previewBalances(
  tx: StoreTx,
  file: ImportedFile,
  rows: readonly ImportedBalance[],
): Promise<BalanceOutcome[] | undefined> {
  const terms = await findTerms(tx)
  if (!terms?.enabled) return undefined
  const emails = [...new Set(rows.map(({ email }) => normalizeEmail(email)))]
  const known = new Map((await store.listImportedGrants(tx, file.source, emails)).map((grant) => [grant.email, grant]))
  const seen = new Set<string>()
  return rows.map((row) => {
    const email = normalizeEmail(row.email)
    const outcome = decideOutcome(file, row, seen.has(email) ? 'here' : known.get(email))
    seen.add(email)
    return outcome
  })
}

type StoredGrant = { points: number; import_id: string | null; import_line: number | null }

function decideOutcome(
  file: ImportedFile,
  { line, points }: ImportedBalance,
  before: StoredGrant | 'here' | undefined,
): BalanceOutcome {
  if (before === undefined) return 'imported'
  if (before === 'here') return 'repeated'
  if (before.import_id === file.importId && before.import_line !== line) return 'repeated'
  return before.points === points ? 'unchanged' : 'updated'
}

/** Records the file even if the balance is unchanged, so that a second row for this person counts as repeated. */
function planGrant(
  tx: StoreTx,
  file: ImportedFile,
  { line, points, grantedAt }: ImportedBalance,
  { account, before, ref }: { account: Account; before: store.KnownGrant | undefined; ref: string },
): store.ImportedGrant {
  const memberId = account.row.id
  const id = before?.id ?? newId(tx.now.getTime())
  const isSame = before?.points === points
  const at = isSame ? new Date(before.granted_at) : grantedAt
  if (!isSame) {
    const times = { earnedAt: at.getTime(), maturesAt: at.getTime() }
    const earning = { id, kind: 'import' as const, memberId, ref, points, rateVersion: null, ...times }
    const others = account.earnings.filter((each) => each.id !== id)
    account.change({ kind: 'import', ref: id, reason: file.reason }, { earnings: [...others, earning] })
  }
  return { id, memberId, ref, points, reason: file.reason, grantedAt: at, importId: file.importId, line }
}
