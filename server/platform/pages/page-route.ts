// Defines pages whose URL grants access without a key. All these routes have the same limits, headers and refusals.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kernel } from '../calls/kernel.ts'
import type { AppError } from '../values/errors.ts'
import type { Page } from './page.ts'

export type PageRoute = {
  id: string
  /**
   * A GET route also serves HEAD. A GET changes no data, because mail scanners follow every link. An `ANY` route answers
   * every method itself.
   */
  method: 'GET' | 'POST' | 'ANY'
  path: `/${string}`
  /**
   * Decides which calls count against the caller's address: every call, every picture, every page that shops embed, or only
   * refusals. An `own` route counts its calls and checks their bodies itself.
   */
  limit: 'address' | 'pictures' | 'visits' | 'refusals' | 'own'
  /** The route receives the body unread and applies its own limits. */
  accepts?: 'upload'
  /**
   * Everybody may cache, embed and index a public page. All other pages are for one person, and other sites never receive
   * their URL.
   */
  isPublic?: true
  /** Scripts of any site may read the responses, including refusals. Such a route ignores cookies. */
  isReadableEverywhere?: true
  handle(kernel: Kernel, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
  /** Renders a refusal as a page for people. Without it, refusals are JSON. */
  refusal?(error: AppError, request: FastifyRequest): Page | undefined
}
