// Creates loyalty and the incentive before the first order, so that points and rewards have the history of the orders.
import type { Audit } from '#platform/audit/audit.ts'
import type { Services } from '#platform/calls/services.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { changeProgram } from '#resources/loyalty/program/commands.ts'
import { createIncentive } from '#resources/review-incentives/commands.ts'
import { shop } from '../catalogue.ts'

/** The points incentive that buyers saw before they wrote a review. */
export type Promised = { incentiveId: string; version: number; points: number }

const reviewPoints = 50

export async function openProgram(tx: StoreTx, services: Services, audit: Audit): Promise<Promised> {
  await changeProgram(tx, audit, {
    enabled: true,
    startsAt: tx.now.toISOString(),
    currency: shop.currency,
    pointsPerUnit: 1,
    holdDays: 14,
    timezone: 'Europe/Berlin',
    tiers: [
      { name: 'Valley', threshold: 0 },
      { name: 'Ridge', threshold: 250 },
      { name: 'Summit', threshold: 600 },
    ],
    birthdayPoints: 100,
    reviewPoints,
    referral: { advocatePoints: 200, friendPoints: 100, minimumTotal: '30.00' },
    shopperRedeems: true,
  })
  const { id, version } = await createIncentive(tx, services, audit, {
    kind: 'points',
    text: `${reviewPoints} points for your review`,
    terms: 'For praise and criticism alike. Once per person and product.',
    locale: 'en',
    translations: {
      de: {
        text: `${reviewPoints} Punkte für Ihre Bewertung`,
        terms: 'Für Lob und Kritik gleichermaßen. Einmal pro Person und Produkt.',
      },
      fr: {
        text: `${reviewPoints} points pour votre avis`,
        terms: 'Pour les éloges comme pour les critiques. Une fois par personne et par produit.',
      },
      es: {
        text: `${reviewPoints} puntos por tu reseña`,
        terms: 'Tanto por elogios como por críticas. Una vez por persona y producto.',
      },
      ja: {
        text: `レビューで${reviewPoints}ポイント`,
        terms: '評価の高低は問いません。お一人様、1商品につき1回限りです。',
      },
      ar: {
        text: `${reviewPoints} نقطة مقابل تقييمك`,
        terms: 'للمديح والنقد على حد سواء. مرة واحدة لكل شخص ولكل منتج.',
      },
    },
    points: reviewPoints,
    status: 'active',
  })
  return { incentiveId: id, version, points: reviewPoints }
}
