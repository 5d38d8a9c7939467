import type { Customer } from '../../api/customers.ts'
import { Money } from '../../components/values/Money.tsx'

/** The amount in the currency of most orders. A plus shows how many other currencies the title lists. */
export function Spent({ spent }: Pick<Customer, 'spent'>) {
  const [most, ...others] = spent
  if (!most) return null
  return (
    <span title={others.map(({ amount, currency }) => `${amount} ${currency}`).join(', ') || undefined}>
      <Money {...most} />
      {others.length > 0 && <span className="text-quiet"> +{others.length}</span>}
    </span>
  )
}
