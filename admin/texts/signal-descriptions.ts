import type { Signal } from '../api/reviews/signals.ts'
import { shownLocale } from '../components/locale.ts'
import { formatDay } from '../components/values/dates.ts'

export const relationshipNames = {
  none: 'No relationship',
  employee: 'Works or worked for the shop',
  family: 'Family or friend of the shop’s people',
  supplier: 'Supplier of the shop',
  competitor: 'Works for a competitor',
  other: 'Another relationship',
} as const

const number = (value: number | undefined) => (value ?? 0).toLocaleString(shownLocale)
const percent = new Intl.NumberFormat(shownLocale, { style: 'percent' })

export function describeSignal({ kind, facts }: Signal): string {
  const { from = '', to = '' } = facts
  switch (kind) {
    case 'near_copy':
      return facts.similarity === 1
        ? 'Different mailboxes sent exactly the same words.'
        : `Different mailboxes sent texts that are ${percent.format(facts.similarity ?? 0)} alike.`
    case 'burst': {
      const mean = facts.dailyMean ?? 0
      const usual = mean < 1 ? 'It usually gets fewer than one a day.' : `It usually gets ${number(mean)} a day.`
      const sent = facts.requestsSent ?? 0
      const asked =
        sent === 0
          ? 'No review request was sent in the 30 days before.'
          : sent === 1
            ? 'One review request was sent in the 30 days before.'
            : `${number(sent)} review requests were sent in the 30 days before.`
      return `${number(facts.reviews)} reviews of the product within a day. ${usual} ${asked}`
    }
    case 'one_network':
      return `${number(facts.mailboxes)} mailboxes sent ${number(facts.reviews)} reviews from one internet address, ${formatDay(from)} to ${formatDay(to)}. Such an address can belong to an office, a school or a family.`
    case 'one_mailbox':
      return `One mailbox uses ${number(facts.names)} different names.`
    case 'insider_address':
      return facts.match === 'member'
        ? 'The author has the mailbox of a person in your organization.'
        : `The author has an address at ${facts.domain ?? ''}, which your shop uses.`
    case 'declared':
      return `The author stated: ${relationshipNames[facts.relationship ?? 'other']}. The review is marked, and counts in no average.`
  }
}
