import type { NameServerAnswer } from '#platform/process/dns-lookup.ts'
import { buildNote, type Note, silence } from './notes.ts'
import type { RecordStatus } from './schema.ts'

/** `unknown` means that some name servers did not answer, and the others returned no error. */
export type RecordVerdict = { status: RecordStatus | 'unknown'; found: string[] } & Note
export type RecordCheck = (values: string[]) => Omit<RecordVerdict, 'found'>

/** All servers must agree. Otherwise the worst of their results counts. */
export function judgeAnswers(answers: readonly NameServerAnswer[], checkValues: RecordCheck): RecordVerdict {
  const found = [...new Set(answers.flatMap((each) => ('values' in each ? each.values : [])))]
  const each = answers.map((one) => ('values' in one ? checkValues(one.values) : problems[one.problem]))
  const wrong = each.find(({ status }) => status !== 'ok' && status !== 'unknown')
  const isDivided = wrong !== undefined && each.some(({ status }) => status === 'ok')
  if (isDivided) return { status: wrong.status, found, ...buildNote('servers_divided') }
  const [first] = each
  const decisive = wrong ?? each.find(({ status }) => status === 'unknown') ?? first
  return { ...silence, status: 'unknown', ...decisive, found }
}

const problems: Record<'silent' | 'broken', Omit<RecordVerdict, 'found'>> = {
  silent: { status: 'unknown', ...buildNote('servers_silent') },
  broken: { status: 'missing', ...buildNote('servers_broken') },
}

/** Compares only the key: providers add tags, and split and space the value differently. */
export const judgeDkim =
  (publicKey: string): RecordCheck =>
  (values) => {
    const keys = values.filter((value) => parseTags(value).has('p'))
    if (keys.length === 0) return { status: 'missing', ...(values.length === 0 ? silence : buildNote('dkim_no_key')) }
    if (keys.length > 1) return { status: 'mismatch', ...buildNote('dkim_several') }
    const tags = parseTags(keys[0] ?? '')
    const isOurs =
      tags.get('p') === publicKey && (tags.get('k') ?? 'rsa') === 'rsa' && (tags.get('v') ?? 'DKIM1') === 'DKIM1'
    if (isOurs) return { status: 'ok', ...silence }
    const part = tags.get('p') ?? ''
    const isCut = part !== '' && part.length < publicKey.length && publicKey.startsWith(part)
    return { status: 'mismatch', ...buildNote(isCut ? 'dkim_cut' : 'dkim_other') }
  }

export const judgeReturnPath =
  (target: string): RecordCheck =>
  (values) => {
    if (values.length === 0) return { status: 'missing', ...buildNote('return_path_optional') }
    if (values.some((value) => value.replace(/\.$/, '') === target)) return { status: 'ok', ...silence }
    return { status: 'mismatch', ...buildNote('return_path_other') }
  }

/** `include` is the operator's domain if the envelope has the store's domain, otherwise null. */
export const judgeSpf =
  (include: string | null): RecordCheck =>
  (values) => {
    const records = values.filter((value) => /^v=spf1( |$)/i.test(value))
    if (records.length > 1) return { status: 'mismatch', ...buildNote('spf_several') }
    const [record] = records
    if (include === null) return { status: record ? 'ok' : 'missing', ...buildNote('spf_nothing_to_add') }
    if (record === undefined) return { status: 'missing', ...buildNote('spf_advised') }
    if (
      record
        .toLowerCase()
        .split(/\s+/)
        .some((term) => term.replace(/^[+?~-]/, '') === `include:${include}`)
    )
      return { status: 'ok', ...silence }
    return { status: 'mismatch', ...buildNote('spf_include', `include:${include}`) }
  }

export function judgeDmarc(values: string[]): Omit<RecordVerdict, 'found'> {
  const policies = values.filter((value) => /^v=DMARC1\s*(;|$)/i.test(value))
  if (policies.length === 0) return { status: 'missing', ...buildNote('dmarc_advised') }
  if (policies.length > 1) return { status: 'mismatch', ...buildNote('dmarc_several') }
  const policy = parseTags(policies[0] ?? '')
    .get('p')
    ?.toLowerCase()
  if (policy === 'quarantine' || policy === 'reject') return { status: 'ok', ...silence }
  if (policy === 'none') return { status: 'ok', ...buildNote('dmarc_watching') }
  return { status: 'mismatch', ...buildNote('dmarc_unknown') }
}

function parseTags(record: string): Map<string, string> {
  return new Map(
    record.split(';').flatMap((part) => {
      const at = part.indexOf('=')
      return at < 0 ? [] : [[part.slice(0, at).trim().toLowerCase(), part.slice(at + 1).replace(/\s+/g, '')] as const]
    }),
  )
}
