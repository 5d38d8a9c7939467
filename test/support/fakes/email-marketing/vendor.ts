// What the fakes of the three providers share: what a call is, what is answered, and how a body is held against a shape.
import type { IncomingHttpHeaders } from 'node:http'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'

export type Taken = {
  provider: 'klaviyo' | 'omnisend' | 'mailchimp'
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
  /** How many calls of this provider are under way, this one included. */
  atOnce: number
}

export type Reply = { status: number; headers?: Record<string, string>; body?: unknown }

/** What the account holds at the provider, and may be looked at by a test. */
export type Account = { taken: Taken[]; goodKeys: Set<string>; members: Set<string> }

export type Vendor = {
  name: Taken['provider']
  answer(account: Account, call: Call): Reply
  /** An error of this status as the provider words it, with a code for the test to find. */
  error(status: number, code: string): Reply
}

export type Misfit = { path: string; message: string }

/** Where a value does not fit the shape; empty when all is well. */
export function fitting(shape: TSchema): (value: unknown) => Misfit[] {
  const compiled = Compile(shape)
  return (value) =>
    compiled.Check(value)
      ? []
      : compiled.Errors(value).map(({ instancePath, message }) => ({ path: instancePath, message }))
}

/** Lets so many calls through in any stretch of that length; answers the seconds to wait, 0 when this one is let through. */
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
