import type { FastifyRequest } from 'fastify'
import { languageOf } from '#locales/languages.ts'
import { requireOpenOrganization } from '#platform/calls/closing.ts'
import type { Kernel } from '#platform/calls/kernel.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { readIncoming } from '#platform/http/call.ts'
import { AppError, forbidden, notFound } from '#platform/values/errors.ts'
import { decideSubscriptionState, subscriptionExpired } from '#resources/billing/rules.ts'
import { findFormLink, readFormOrder } from '#resources/review-requests/form-links/commands.ts'
import type { FormLink, FormOrder } from '#resources/review-requests/form-links/rules.ts'
import { isFromElsewhere } from './rules.ts'
import { shopId } from './schema.ts'

export type FormVisit = { kernel: Kernel; link: FormLink; token: string; url: string; address: string }

export async function readVisit(kernel: Kernel, request: FastifyRequest): Promise<FormVisit> {
  const { services, db } = kernel
  const isWrite = request.method === 'POST'
  if (isWrite && isFromElsewhere(request.headers, services.origin))
    throw forbidden('origin_forbidden', 'This request did not come from the page of this form.')
  const { token } = request.params as { token: string }
  const now = services.clock.now()
  const link = await findFormLink(db, token, now)
  if (!link) throw notFound('review form')
  if (decideSubscriptionState(link, now, services.config.billing).lapsed) throw subscriptionExpired()
  await requireOpenOrganization(db, link.organizationId)
  return { kernel, link, token, url: `/f/${token}`, address: readIncoming(request).address }
}

/** The order of an erased buyer has no address, so its form cannot be opened. */
export type OpenOrder = FormOrder & { email: string }

export async function readOrder(tx: StoreTx, { link }: Pick<FormVisit, 'link'>): Promise<OpenOrder> {
  const order = await readFormOrder(tx, link.orderId)
  if (!order || order.email === null) throw notFound('order')
  if (order.isCancelled) throw new AppError(410, 'conflict', 'This order was cancelled and cannot be reviewed.')
  return { ...order, email: order.email }
}

/** A form or mail from before a merge identifies the product by its former id. */
export const isProduct =
  (productId: string) =>
  ({ id, formerIds }: FormOrder['products'][number]): boolean =>
    [id, ...formerIds].includes(productId.toLowerCase())

/** The id of the form: the id of a product, or `shop`. */
export const loadFormId = (order: FormOrder, id: string): string => (id === shopId ? shopId : loadProduct(order, id).id)

export function loadProduct(order: FormOrder, productId: string) {
  const product = order.products.find(isProduct(productId))
  if (!product) throw notFound('product', productId)
  return product
}

/** Language of the form, as specific as the order's: `de-AT`, not `de`. */
export function languageIn({ locale }: FormOrder, wishes: string | undefined): string {
  const spoken = languageOf(locale, wishes)
  return locale !== null && languageOf(locale) === spoken && locale.toLowerCase().startsWith(spoken) ? locale : spoken
}
