// What people and their programs open outside the API: the address is the permission, and there is no key. Areas declare
// these routes; `http/page-routes.ts` mounts them, so that limits, headers, bodies and refusals are the same for all.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kernel } from '../calls/kernel.ts'
import type { AppError } from '../values/errors.ts'
import type { Page } from './page.ts'

export type PageRoute = {
  id: string
  /** A GET answers HEAD too, and records nothing: scanners of mail follow every link. */
  method: 'GET' | 'POST'
  path: `/${string}`
  /** What is charged to the caller's address: every call, every picture, every page that shops show, or what is refused. */
  limit: 'address' | 'pictures' | 'visits' | 'refusals'
  /** Its body comes unread, to be held to limits of its own. */
  accepts?: 'upload'
  /** For everybody to cache, show and find. All others are for one person, and no other site learns their address. */
  isPublic?: true
  /** Scripts of any site may read its answers, refusals too; nobody is known by a cookie there. */
  isReadableEverywhere?: true
  handle(kernel: Kernel, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
  /** A refusal as people read it; without it, or where it answers nothing, a refusal is JSON. */
  refusal?(error: AppError, request: FastifyRequest): Page | undefined
}
