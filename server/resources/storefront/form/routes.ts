import { languageOf } from '#locales/languages.ts'
import { operation } from '#platform/calls/operation.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { invalidField } from '#platform/values/errors.ts'
import { normalizeEmail } from '#platform/values/mask.ts'
import { parseRateLimits } from '#platform/values/windows.ts'
import { byId, withExample } from '#platform/values/wire.ts'
import { findOfferOn, findShown } from '#resources/review-incentives/offers/commands.ts'
import { toShown } from '#resources/review-incentives/offers/rules.ts'
import { listAskedAttributes, listAskedOfShop } from '#resources/reviews/attributes/commands.ts'
import { toAttribute } from '#resources/reviews/attributes/rules.ts'
import { reportReview } from '#resources/reviews/public/report-commands.ts'
import { NewReport } from '#resources/reviews/public/report-schema.ts'
import { vote } from '#resources/reviews/public/vote-commands.ts'
import { ReceivedVote, Vote } from '#resources/reviews/public/vote-schema.ts'
import { requireSubject } from '#resources/reviews/rules.ts'
import { asksRelationship, submitForm } from '#resources/reviews/submissions/commands.ts'
import { requireOneSubject } from '../rules.ts'
import { ofShop, prepareForm } from './prepare-form.ts'
import { requirePace, shownBy, signStart } from './rules.ts'
import {
  FormStart,
  NewStorefrontReview,
  ReceivedReport,
  ReceivedReview,
  ReviewFormQuery,
  ReviewFormStart,
} from './schema.ts'
import { findUsualDays } from './usual-days-store.ts'

/** Counts only accepted forms, so a visitor who corrects a field does not use up the limit. */
const reviewsOfVisitor = parseRateLimits('10/10m')

const listAsked = async (tx: StoreTx, isOfShop: boolean, product: string | undefined) =>
  isOfShop ? listAskedOfShop(tx) : product === undefined ? [] : listAskedAttributes(tx, product)

export default [
  operation({
    id: 'storefront.begin_review_form',
    http: 'GET /storefront/review-form',
    tenancy: 'storefront',
    doc: {
      summary: 'Start a review form',
      description:
        '`subject=shop` starts a review of the shop; no offer covers it. With `platformProductId`, the response has the offer for a review, the same for every `?rating=`. Its texts are in the language `locale`, if the incentive has them in it. The form keeps this offer even if the incentive changes or ends. An offer for buyers is shown only if `x-customer-token` names a buyer of the product.',
    },
    input: { query: ReviewFormQuery },
    output: { body: ReviewFormStart },
    storefront: { widget: 'review_form' },
    async run({ tx, query, services, storeEnvId, storefront, now }) {
      requireSubject(query)
      const { secrets, config } = services
      const { subject, platformProductId: product, startedAt, locale } = query
      const isOfShop = subject === 'shop'
      const before = product === undefined ? undefined : shownBy(secrets, storeEnvId, product, startedAt)
      const offer = before
        ? await findShown(tx, before)
        : product === undefined
          ? undefined
          : await findOfferOn(tx, config.billing, product, storefront.customer)
      return {
        storeName: storefront.storeName,
        startedAt: signStart(secrets, storeEnvId, now, product === undefined ? undefined : { product, offer }),
        incentive: offer ? toShown(offer, locale) : null,
        usualDays: product === undefined && !isOfShop ? null : await findUsualDays(tx),
        attributes: (await listAsked(tx, isOfShop, product)).map(toAttribute),
        askRelationship: await asksRelationship(tx),
      }
    },
  }),
  operation({
    id: 'storefront.begin_form',
    http: 'GET /storefront/forms',
    tenancy: 'storefront',
    doc: {
      summary: 'Start a form',
      description: "Returns the store's name and the token that forms send back as `startedAt`.",
    },
    output: { body: FormStart },
    transaction: 'manual',
    run: ({ services, storeEnvId, storefront, now }) => ({
      storeName: storefront.storeName,
      startedAt: signStart(services.secrets, storeEnvId, now),
    }),
  }),
  operation({
    id: 'storefront.submit_review',
    http: 'POST /storefront/reviews',
    tenancy: 'storefront',
    doc: {
      summary: 'Submit a review',
      description:
        'The new review is pending. It becomes verified when the address is proven, by `x-customer-token` or an emailed link. A repeated review counts once; from a proven buyer it gets 409. A visitor can send ten reviews within ten minutes. If only buyers can review, the token of a person without an order of the product gets 403 `buyers_only`. Without a token, everybody gets the same response, and people who are not buyers get an email with the reason. With the subject `shop`, any order of the address makes it verified, and no offer covers it.',
    },
    input: {
      body: withExample(NewStorefrontReview, {
        platformProductId: 'mug-01',
        rating: 4,
        body: 'Holds a pint.',
        authorName: 'Sam',
        authorEmail: 'sam@customer.example',
        consent: true,
      }),
      sharedBy: ({ body }) => [normalizeEmail(body.authorEmail)],
    },
    output: {
      body: ReceivedReview,
      status: 202,
      errors: ['not_found', 'product_id_mangled', 'already_reviewed', 'buyers_only', 'conflict'],
    },
    transaction: 'shared',
    async run({ tx, body, storefront, request, services, storeEnvId, now }) {
      if (!body.consent) throw invalidField('/consent', 'must be true: without consent nothing is published')
      requirePace(services.secrets, storeEnvId, body.startedAt, now)
      const { authorEmail, locale } = body
      const product = requireOneSubject(body)
      const { customer, storeName, origin } = storefront
      const isAuthor = customer !== undefined && normalizeEmail(customer.email) === normalizeEmail(authorEmail)
      const form = await prepareForm(tx, services.secrets, body, {
        source: 'widget_form',
        sentBy: isAuthor ? { author: 'proven' } : { from: request.address },
        address: request.address,
        store: { name: storeName, url: origin },
        scope: storeEnvId,
        ...(product === undefined ? ofShop : { product, reviewed: { platformProductId: product } }),
        ...{ authorEmail, locale },
        language: request.languages && languageOf(request.languages),
        findOffer: async () =>
          product === undefined
            ? undefined
            : findOfferOn(tx, services.config.billing, product, isAuthor ? customer : undefined),
      })
      await services.actionLimits.spend('reviews', storeEnvId, request.address, reviewsOfVisitor)
      const taken = await submitForm(tx, services, form)
      return {
        id: taken.id,
        status: 'pending' as const,
        verification: taken.awaitsConfirmation ? ('confirmation_sent' as const) : ('verified' as const),
      }
    },
  }),
  operation({
    id: 'storefront.report_review',
    http: 'POST /storefront/reviews/:id/report',
    tenancy: 'storefront',
    doc: {
      summary: 'Report a published review',
      description: 'One report per visitor and review counts. The review stays public until the store decides.',
    },
    input: {
      params: byId,
      body: withExample(NewReport, { reason: 'off_topic', text: 'This is about another product.' }),
    },
    output: { body: ReceivedReport, status: 202, errors: ['not_found'] },
    storefront: { visitorLimit: '20/10m' },
    async run({ tx, params, body, services, request }) {
      const { reason, text } = body
      await reportReview(tx, services.secrets, params.id, { reason, text, address: request.address })
      return { status: 'received' as const }
    },
  }),
  operation({
    id: 'storefront.vote_for_review',
    http: 'POST /storefront/reviews/:id/vote',
    tenancy: 'storefront',
    doc: {
      summary: 'Vote for a published review',
      description:
        'One vote per `voteId` and review; a repeat changes nothing. An IP address can vote five times a day for a review. The stored vote contains only a digest of `voteId`.',
    },
    input: {
      params: byId,
      body: withExample(Vote, { voteId: 'Zk3p-9wQ7rTx2LmVb8NcYA', helpful: true }),
      sharedBy: ({ params, body }) => [`${params.id.toLowerCase()} ${body.voteId}`],
    },
    output: { body: ReceivedVote, status: 202, errors: ['not_found'] },
    storefront: { visitorLimit: '30/10m' },
    transaction: 'shared',
    async run({ tx, params, body, services, request }) {
      await vote(tx, services.actionLimits, params.id, { ...body, address: request.address })
      return { status: 'received' as const }
    },
  }),
]
