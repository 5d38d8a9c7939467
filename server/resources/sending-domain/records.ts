import type { Config } from '#platform/process/config.ts'
import { dkimValue } from './keys.ts'
import { buildNote, type Note, silence } from './notes.ts'
import {
  judgeDkim,
  judgeDmarc,
  judgeReturnPath,
  judgeSpf,
  type RecordCheck,
  type RecordVerdict,
} from './record-checks.ts'
import { buildReturnPathHost, keepRetiredMs, parseAddress, policyDomains } from './rules.ts'
import type { Purpose, SendingRecord } from './schema.ts'
import type { Finding, Findings, KeyRow } from './store.ts'

export type PlannedRecord = {
  key: string
  purpose: Purpose
  type: 'TXT' | 'CNAME'
  /**
   * Possible hosts of the record. The first one that has a record counts, and the last is where the merchant publishes it.
   */
  hosts: string[]
  value: string | null
  required: boolean
  check: RecordCheck
  note: Note
}

type Deployment = Pick<Config, 'bounceAddress' | 'mailFrom'>

export function plannedRecords(domain: string, keys: readonly KeyRow[], config: Deployment): PlannedRecord[] {
  return [
    ...keys.map((key) => dkimRecord(domain, key)),
    ...returnPathRecord(domain, config),
    spfRecord(domain, config),
    dmarcRecord(domain),
  ]
}

export const toRecord = (
  { key, purpose, type, hosts, value, required, note }: PlannedRecord,
  findings: Findings,
): SendingRecord => {
  const finding: Partial<Finding> = findings[key] ?? {}
  return {
    purpose,
    type,
    host: finding.host ?? hosts.at(-1) ?? '',
    value,
    expected: value,
    required,
    status: finding.status ?? 'missing',
    found: finding.found ?? [],
    ...(finding.note ? noteOfFinding(finding) : note),
    checkedAt: finding.checkedAt ?? null,
  }
}

/** New findings replace stored ones. A failed query leaves stored findings unchanged and adds the reason. */
export const toFinding = (
  verdicts: RecordVerdict,
  host: string,
  known: Finding | undefined,
  checkedAt: string,
): Finding =>
  verdicts.status === 'unknown'
    ? { ...verdicts, status: known?.status ?? 'missing', found: known?.found ?? [], host, checkedAt }
    : { ...verdicts, status: verdicts.status, host, checkedAt }

const noteOfFinding = ({ note = null, noteCode = null, noteValue = null }: Partial<Finding>): Note => ({
  note,
  noteCode,
  noteValue,
})

function dkimRecord(domain: string, { selector, public_key, state, retired_at }: KeyRow): PlannedRecord {
  const common = { key: `dkim ${selector}`, type: 'TXT' as const, hosts: [`${selector}._domainkey.${domain}`] }
  const serving = { ...common, value: dkimValue(public_key), check: judgeDkim(public_key) }
  if (state === 'active') return { ...serving, purpose: 'dkim', required: true, note: silence }
  if (state === 'next')
    return {
      ...serving,
      purpose: 'dkim_next',
      required: false,
      note: buildNote('dkim_publish_beside'),
    }
  const until = new Date(Date.parse(retired_at ?? '') + keepRetiredMs)
  const note = Number.isNaN(until.getTime()) ? silence : buildNote('dkim_retired', until.toISOString().slice(0, 10))
  return {
    ...common,
    value: null,
    check: () => ({ status: 'ok', ...note }),
    purpose: 'dkim_retired',
    required: false,
    note,
  }
}

function returnPathRecord(domain: string, { bounceAddress }: Deployment): PlannedRecord[] {
  const target = bounceAddress?.split('@')[1]
  if (target === undefined) return []
  return [
    {
      key: 'return_path',
      purpose: 'return_path',
      type: 'CNAME',
      hosts: [buildReturnPathHost(domain)],
      value: target,
      required: false,
      check: judgeReturnPath(target),
      note: buildNote('return_path_optional'),
    },
  ]
}

/** SPF applies to the domain of the envelope, which is the bounce address's domain or else the store's own. */
function spfRecord(domain: string, { bounceAddress, mailFrom }: Deployment): PlannedRecord {
  const operators = parseAddress(mailFrom).split('@')[1] ?? ''
  const include = bounceAddress === undefined && operators.includes('.') ? operators.toLowerCase() : null
  const value = include === null ? null : `v=spf1 include:${include} ~all`
  return {
    key: 'spf',
    purpose: 'spf',
    type: 'TXT',
    hosts: [domain],
    value,
    required: false,
    check: judgeSpf(include),
    note: silence,
  }
}

const dmarcRecord = (domain: string): PlannedRecord => ({
  key: 'dmarc',
  purpose: 'dmarc',
  type: 'TXT',
  hosts: policyDomains(domain).map((each) => `_dmarc.${each}`),
  value: 'v=DMARC1; p=none',
  required: false,
  check: judgeDmarc,
  note: silence,
})
