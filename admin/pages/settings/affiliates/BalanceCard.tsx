import type { Affiliate } from '../../../api/affiliates.ts'
import { Card } from '../../../components/Page.tsx'
import { Money } from '../../../components/values/Money.tsx'

export function BalanceCard({ affiliate: { balance, currency } }: { affiliate: Affiliate }) {
  return (
    <Card title="Balance">
      <dl className="grid gap-x-8 gap-y-4 px-5 pt-3 pb-5 sm:grid-cols-3">
        {parts.map(([part, name, meaning]) => (
          <div key={part} className="grid content-start gap-0.5">
            <dt className="text-sm text-quiet">{name}</dt>
            <dd className="text-2xl font-semibold tracking-tight">
              <Money amount={balance[part]} currency={currency} />
            </dd>
            <dd className="text-sm text-quiet">{meaning}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

const parts = [
  ['pending', 'Pending', 'Earned within the last 30 days.'],
  ['payable', 'Payable', 'Included in the next payout. Refunds are deducted.'],
  ['paid', 'Paid out', 'So far.'],
] as const
