import { useInfiniteQuery } from '@tanstack/react-query'
import { rewardsQuery } from '../../../api/loyalty.ts'
import { Card } from '../../../components/Page.tsx'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { pointsText } from '../labels.ts'
import type { ProgramValues } from './program-form.ts'

const balance = 120

/** A member's points as the widget shows them, from the values of the form. */
export function MemberCard({ values: { tiers } }: { values: ProgramValues }) {
  const { data } = useInfiniteQuery(rewardsQuery(useStoreId()))
  const rewards = (data?.pages.flatMap((page) => page.data) ?? []).filter(({ active }) => active)
  const reached = tiers.filter(({ threshold }) => threshold <= balance).toSorted((a, b) => b.threshold - a.threshold)[0]
  const next = tiers.filter(({ threshold }) => threshold > balance).toSorted((a, b) => a.threshold - b.threshold)[0]
  return (
    <Card title="Member view">
      <div className="p-5 pt-3">
        <div className="grid gap-4 rounded-xl border border-line bg-sunken p-4 text-sm">
          <p>
            <span className="block font-medium">Your points</span>
            <span className="text-xl font-semibold tabular-nums">{pointsText(balance)}</span>
            {reached && <span className="block text-quiet">Your level: {reached.name}</span>}
            {next && (
              <span className="block text-quiet">
                {pointsText(next.threshold - balance)} to {next.name}
              </span>
            )}
          </p>
          <div>
            <h3 className="pb-1 font-medium">Rewards</h3>
            {rewards.length === 0 ? (
              <p className="text-quiet">There are no rewards yet.</p>
            ) : (
              <ul className="grid gap-2">
                {rewards.slice(0, 5).map(({ id, name, cost }) => (
                  <li key={id} className="flex flex-wrap justify-between gap-x-3 border-t border-line pt-2">
                    <span className="min-w-0 break-words" dir="auto">
                      {name}
                    </span>
                    <span className="text-quiet tabular-nums">
                      {pointsText(cost)}
                      {cost > balance && ` · ${missingText(cost - balance)}`}
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </div>
        </div>
        <p className="pt-3 text-sm text-quiet">A member with {balance} points. The widget uses your shop's colors.</p>
      </div>
    </Card>
  )
}

const missingText = (points: number) => `${pointsText(points)} missing`
