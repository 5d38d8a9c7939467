// What the name servers' answers say of a record. Pure.
import type { NameServerAnswer } from '#platform/dns-lookup.ts'
import type { RecordStatus } from './schema.ts'

/** `unknown`: not all name servers could be asked, and none of those who answered objected. */
export type RecordVerdict = { status: RecordStatus | 'unknown'; found: string[]; note: string | null }
export type RecordCheck = (values: string[]) => Omit<RecordVerdict, 'found'>

/** All servers must say ok; otherwise the worst that one of them says. */
export function judgeAnswers(answers: readonly NameServerAnswer[], checkValues: RecordCheck): RecordVerdict {
  const found = [...new Set(answers.flatMap((each) => ('values' in each ? each.values : [])))]
  const each = answers.map((one) => ('values' in one ? checkValues(one.values) : problems[one.problem]))
  const wrong = each.find(({ status }) => status !== 'ok' && status !== 'unknown')
  const isDivided = wrong !== undefined && each.some(({ status }) => status === 'ok')
  if (isDivided)
    return {
      status: wrong.status,
      found,
      note: 'Not all name servers tell it yet. Changes take up to a day to arrive everywhere.',
    }
  const [first] = each
  const decisive = wrong ?? each.find(({ status }) => status === 'unknown') ?? first
  return { status: decisive?.status ?? 'unknown', found, note: decisive?.note ?? null }
}

const problems: Record<'silent' | 'broken', Omit<RecordVerdict, 'found'>> = {
  silent: { status: 'unknown', note: 'A name server did not answer. It is asked again by itself.' },
  broken: { status: 'missing', note: 'The name servers of this domain cannot be read: they answer with a failure.' },
}

/** Only the key itself counts: providers add tags, and cut and space the value in their own ways. */
export const judgeDkim =
  (publicKey: string): RecordCheck =>
  (values) => {
    const keys = values.filter((value) => tagsOf(value).has('p'))
    if (keys.length === 0)
      return { status: 'missing', note: values.length === 0 ? null : 'There is a TXT record, but no key in it.' }
    if (keys.length > 1)
      return {
        status: 'mismatch',
        note: 'There are several keys at this name; receivers cannot tell which to use. Keep one.',
      }
    const tags = tagsOf(keys[0] ?? '')
    const isOurs =
      tags.get('p') === publicKey && (tags.get('k') ?? 'rsa') === 'rsa' && (tags.get('v') ?? 'DKIM1') === 'DKIM1'
    if (isOurs) return { status: 'ok', note: null }
    const part = tags.get('p') ?? ''
    const isCut = part !== '' && part.length < publicKey.length && publicKey.startsWith(part)
    return {
      status: 'mismatch',
      note: isCut ? 'The value was cut off. Publish all of it.' : 'Another key is published at this name.',
    }
  }

export const judgeReturnPath =
  (target: string): RecordCheck =>
  (values) => {
    if (values.length === 0)
      return { status: 'missing', note: 'Optional: bounces then come back by way of your own domain.' }
    if (values.some((value) => value.replace(/\.$/, '') === target)) return { status: 'ok', note: null }
    return { status: 'mismatch', note: 'It leads somewhere else.' }
  }

/** `include` is the domain whose servers send with this domain in the envelope, if any does. */
export const judgeSpf =
  (include: string | null): RecordCheck =>
  (values) => {
    const records = values.filter((value) => /^v=spf1( |$)/i.test(value))
    if (records.length > 1)
      return {
        status: 'mismatch',
        note: 'There are several SPF records, which makes all of them invalid. Join them into one.',
      }
    const [record] = records
    if (include === null)
      return {
        status: record ? 'ok' : 'missing',
        note: 'Nothing to add: SPF is checked against the address that bounces come back to.',
      }
    if (record === undefined) return { status: 'missing', note: 'Advice: some receivers look for it.' }
    if (
      record
        .toLowerCase()
        .split(/\s+/)
        .some((term) => term.replace(/^[+?~-]/, '') === `include:${include}`)
    )
      return { status: 'ok', note: null }
    return {
      status: 'mismatch',
      note: `Advice: add include:${include} to the record you have. Never publish a second one.`,
    }
  }

/** The policy of the nearest domain that has one. */
export function judgeDmarc(values: string[]): Omit<RecordVerdict, 'found'> {
  const policies = values.filter((value) => /^v=DMARC1\s*(;|$)/i.test(value))
  if (policies.length === 0)
    return { status: 'missing', note: 'Advice: Gmail and Yahoo expect a policy from whoever sends much mail.' }
  if (policies.length > 1)
    return { status: 'mismatch', note: 'There are several policies at this name, which counts as none. Keep one.' }
  const policy = tagsOf(policies[0] ?? '')
    .get('p')
    ?.toLowerCase()
  if (policy === 'quarantine' || policy === 'reject') return { status: 'ok', note: null }
  if (policy === 'none')
    return {
      status: 'ok',
      note: 'The policy only watches (p=none). Once all your mail is signed, quarantine or reject protects your name.',
    }
  return {
    status: 'mismatch',
    note: 'The policy says nothing that receivers know: p must be none, quarantine or reject.',
  }
}

function tagsOf(record: string): Map<string, string> {
  return new Map(
    record.split(';').flatMap((part) => {
      const at = part.indexOf('=')
      return at < 0 ? [] : [[part.slice(0, at).trim().toLowerCase(), part.slice(at + 1).replace(/\s+/g, '')] as const]
    }),
  )
}
