// One author has a receipt, and has sent a correction that waits for the merchant.
import type { Services } from '#platform/calls/services.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { correct, issueReceipt } from '#resources/receipts/commands.ts'
import type { Call } from '../host.ts'
import type { Mails } from '../mails.ts'

type Listed = {
  data: {
    id: string
    source: string
    locale: string | null
    rating: number
    title: string | null
    body: string
    authorName: string
  }[]
}
type Write = <T>(work: (tx: StoreTx) => Promise<T>) => Promise<T>

export async function correctReview(call: Call, services: Services, write: Write, mails: Mails): Promise<void> {
  const { data } = await call<Listed>('GET', '/reviews?status=approved&rating=5&hasPhotos=true&limit=100')
  const found = data.find(({ source, locale }) => source === 'email_form' && locale === 'en')
  if (!found || !mails.isOn) return
  await write(async (tx) => {
    const receipt = await issueReceipt(tx, services, found.id)
    if (!receipt) return
    await mails.send(tx)
    const { title, body, authorName } = found
    const words = {
      rating: 4,
      title,
      body: `${body}\n\nAfter a month of use: still good, but the colour has faded a little.`,
      authorName,
    }
    await correct(tx, receipt, words)
  })
}
