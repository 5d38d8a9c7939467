// The address is the permission, without a key. All these routes have the same limits, headers and refusals.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kernel } from '../calls/kernel.ts'
import type { AppError } from '../values/errors.ts'
import type { Page } from './page.ts'

export type PageRoute = {
  id: string
  /** A GET also answers HEAD. It records nothing, because mail scanners follow every link. */
  method: 'GET' | 'POST'
  path: `/${string}`
  /** Charges to the caller's address: every call, every picture, every page that shops embed, or only refusals. */
  limit: 'address' | 'pictures' | 'visits' | 'refusals'
  /** The body arrives unread, for its own limits. */
  accepts?: 'upload'
  /** Everybody may cache, embed and find it. All other pages are for one person, and no other site learns their address. */
  isPublic?: true
  /** Scripts of any site may read its answers, including refusals. Cookies are ignored there. */
  isReadableEverywhere?: true
  handle(kernel: Kernel, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
  /** A refusal as a page for people. Without a page, refusals are JSON. */
  refusal?(error: AppError, request: FastifyRequest): Page | undefined
}
