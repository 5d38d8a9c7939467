// Draft 11 of the IETF RateLimit fields. Refuses any text that it cannot parse completely.

export type RateWindow = { readonly name: string; readonly quota: number; readonly windowMs: number }

export type WindowState = { name: string; remaining: number; resetMs: number }

export type Decision = { allowed: boolean; windows: WindowState[]; retryAfterMs: number }

export function unlimited(): Decision {
  return { allowed: true, windows: [], retryAfterMs: 0 }
}

/** No windows means no limit; `off` parses as none. */
export function parseRateLimits(text: string): readonly RateWindow[] {
  const trimmed = text.trim()
  if (trimmed === 'off') return []
  const windows = trimmed.split(',').map(parseWindow)
  const twice = windows.find((window, index) => windows.findIndex(({ name }) => name === window.name) !== index)
  if (twice) throw new Error(`the rate limits name the window ${twice.name} twice`)
  return windows
}

export function scale(windows: readonly RateWindow[], factor: number): readonly RateWindow[] {
  return windows.map((window) => ({ ...window, quota: window.quota * factor }))
}

/** `RateLimit-Policy`; empty without windows, and an empty header is not sent. */
export function policyHeader(windows: readonly RateWindow[]): string {
  return windows.map(({ name, quota, windowMs }) => `"${name}";q=${quota};w=${windowMs / 1000}`).join(', ')
}

/**
 * `t` is the time until the oldest counted call leaves the window. A client that waits this long can make at least one more
 * call.
 */
export function limitHeader(decision: Decision): string {
  let header = ''
  for (const { name, remaining, resetMs } of decision.windows) {
    if (header) header += ', '
    header += `"${name}";r=${remaining};t=${Math.ceil(resetMs / 1000)}`
  }
  return header
}

/** `Retry-After` in whole seconds, at least one: zero would invite an immediate retry. */
export function retryAfter(decision: Decision): number {
  return Math.max(1, Math.ceil(decision.retryAfterMs / 1000))
}

const seconds = { s: 1, m: 60, h: 3600 }
const maxCalls = 100_000
const longestSeconds = 24 * 3600

function parseWindow(text: string): RateWindow {
  const match = /^([1-9]\d{0,5})\/([1-9]\d{0,4})([smh])$/.exec(text.trim())
  const quota = Number(match?.[1])
  const span = Number(match?.[2]) * seconds[(match?.[3] ?? 's') as keyof typeof seconds]
  if (!match || quota > maxCalls || span > longestSeconds) {
    throw new Error(
      `"${text.trim()}" is not a rate limit: write calls/time such as 10/1s,50/10s,200/60s ` +
        `(at most ${maxCalls} calls, 24h), or off`,
    )
  }
  return { name: formatSpan(span), quota, windowMs: span * 1000 }
}

function formatSpan(span: number): string {
  if (span % 3600 === 0) return `${span / 3600}h`
  return span % 60 === 0 ? `${span / 60}m` : `${span}s`
}
