import type { IncomingHttpHeaders } from 'node:http'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'

export type Taken = {
  provider: 'klaviyo' | 'omnisend' | 'mailchimp' | 'brevo'
  name: string
  email: string
  key: string | null
  properties: Record<string, unknown>
}

export type Call = {
  path: string
  query: URLSearchParams
  method: string
  headers: IncomingHttpHeaders
  body: unknown
  bytes: number
  atOnce: number
}

export type Reply = { status: number; headers?: Record<string, string>; body?: unknown }

export type Account = {
  taken: Taken[]
  goodKeys: Set<string>
  members: Set<string>
  /** Properties of each person, by email address. */
  profiles: Map<string, Record<string, unknown>>
}

export type Vendor = {
  name: Taken['provider']
  answer(account: Account, call: Call): Reply
  /** Returns an error of this status in the provider's wording, with a code that the test can search for. */
  error(status: number, code: string): Reply
}

export type Misfit = { path: string; message: string }

export function fitting(shape: TSchema): (value: unknown) => Misfit[] {
  const compiled = Compile(shape)
  return (value) =>
    compiled.Check(value)
      ? []
      : compiled.Errors(value).map(({ instancePath, message }) => ({ path: instancePath, message }))
}

/**
 * Returns a function that allows `limit` calls in any period of `ms`. The function returns the seconds to wait, or 0 for an
 * allowed call.
 */
export function window(limit: number, ms: number): () => number {
  const times: number[] = []
  return () => {
    const now = performance.now()
    while (times[0] !== undefined && times[0] <= now - ms) times.shift()
    if (times.length >= limit) return Math.ceil(((times[0] ?? now) + ms - now) / 1000)
    times.push(now)
    return 0
  }
}
