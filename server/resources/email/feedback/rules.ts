/** `none` is a delay, a delivery or a relay. */
export type Severity = 'hard' | 'soft' | 'none'

export type Failure = { address: string | null; severity: Severity; status: string | null }

/** Takes the values of RFC 3464 fields. `diagnostic` is the receiving server's own text. */
export function classifyFailure(
  action: string,
  status: string,
  diagnostic: string,
): { severity: Severity; status: string | null } {
  const code = enhancedCode(status)
  const verb = /^[a-z-]+/i.exec(action.trim())?.[0]?.toLowerCase() ?? ''
  const read = chooseCode(code, diagnostic)
  const isFailed = verb === 'failed' || (verb === '' && read.code?.startsWith('5.') === true)
  return { severity: isFailed ? read.severity : 'none', status: read.code }
}

function chooseCode(code: string | null, diagnostic: string): { severity: 'hard' | 'soft'; code: string | null } {
  if (code !== null && !isVague(code)) return { severity: ofEnhanced(code), code }
  const said = enhancedCode(diagnostic)
  if (said !== null && !isVague(said)) return { severity: ofEnhanced(said), code: said }
  const basic = /(?:^|[\s;:"'(<])([45]\d\d)(?=[\s:;,.-]|$)/.exec(diagnostic)?.[1]
  if (basic !== undefined) return { severity: ofBasic(basic, diagnostic), code: code ?? said ?? basic }
  return { severity: code === null ? 'soft' : ofEnhanced(code), code }
}

export const severityOfProse = (text: string) => chooseCode(null, text)

const enhancedCode = (text: string): string | null => {
  const found = /(?<![\d.])([245])\.(\d{1,3})\.(\d{1,3})(?![\d.]*\d)/.exec(text)
  return found ? `${found[1]}.${Number(found[2])}.${Number(found[3])}` : null
}

const isVague = (code: string) => /^\d\.0\.0$/.test(code)

function ofEnhanced(code: string): 'hard' | 'soft' {
  const [kind, subject = '', detail = ''] = code.split('.')
  if (kind !== '5') return 'soft'
  return hardDetails[subject]?.(Number(detail)) ? 'hard' : 'soft'
}

/**
 * Codes that are hard, by subject and detail. A full mailbox (5.2.2), policies (5.7), delivery problems (5.3, parts of
 * 5.4, 5.5) and sender faults (5.1.7, 5.1.8) are soft.
 */
const hardDetails: Record<string, (detail: number) => boolean> = {
  '0': () => true,
  '1': (detail) => ![7, 8].includes(detail),
  '2': (detail) => [0, 1, 4].includes(detail),
  '4': (detail) => [0, 1, 2, 4, 310, 312].includes(detail),
  '5': (detail) => detail === 0,
}

/** Older servers give only a basic code, and many use 550 to refuse the sender, so the words count too. */
function ofBasic(code: string, words: string): 'hard' | 'soft' {
  const isAddress = code === '550' || code === '551' || code === '553'
  return isAddress &&
    !/spam|block|black ?list|policy|reputation|dnsbl|rbl|spf|dkim|dmarc|denied|rejected for/i.test(words)
    ? 'hard'
    : 'soft'
}

/** If the report names only other recipients because mail was forwarded, the mildest finding about all of them counts. */
export function verdictOn(
  failures: readonly Failure[],
  isPerson: (address: string) => boolean,
): Omit<Failure, 'address'> {
  const own = failures.filter(({ address }) => address !== null && isPerson(address))
  const weighed = own.length > 0 ? own : failures
  const mildest = order.find((severity) => weighed.some((each) => each.severity === severity)) ?? 'none'
  return { severity: mildest, status: weighed.find(({ severity }) => severity === mildest)?.status ?? null }
}

const order: Severity[] = ['none', 'soft', 'hard']
