import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  createReward,
  loyaltyKey,
  type Program,
  programQuery,
  rewardsQuery,
  updateProgram,
} from '../../../api/loyalty.ts'
import { Button } from '../../../components/Button.tsx'
import { shownLocale } from '../../../components/locale.ts'
import { Notice } from '../../../components/Notice.tsx'
import { Card } from '../../../components/Page.tsx'
import { toast } from '../../../components/toasts.ts'
import { useStore } from '../../../shell/store/use-store.ts'

const standard = { pointsPerUnit: 1, holdDays: 14, cost: 100, value: '5.00' } as const

/** Starts a program that suits most stores with one click. */
export function StartCard({ program }: { program: Program }) {
  const { id: storeId, currency: storeCurrency } = useStore()
  const currency = program.currency ?? storeCurrency
  const queryClient = useQueryClient()
  const rewards = useInfiniteQuery(rewardsQuery(storeId))
  const format = (amount: number) =>
    new Intl.NumberFormat(shownLocale, { style: 'currency', currency, maximumFractionDigits: 0 }).format(amount)
  const starting = useMutation({
    async mutationFn() {
      // The reward is created first, so that a program never starts without one. A second attempt reuses it.
      const { data } = await rewards.refetch({ throwOnError: true })
      if (!data?.pages.some((page) => page.data.length > 0))
        await createReward(storeId, {
          ...{ name: rewardName(format(Number(standard.value))), kind: 'fixed_amount', codes: 'none', active: true },
          ...{ cost: standard.cost, value: standard.value, currency },
        })
      const { pointsPerUnit, holdDays } = standard
      return updateProgram(storeId, { enabled: true, pointsPerUnit, holdDays })
    },
    async onSuccess(saved) {
      queryClient.setQueryData(programQuery(storeId).queryKey, saved)
      toast('Your program is on')
      await queryClient.invalidateQueries({ queryKey: loyaltyKey(storeId) })
    },
  })
  return (
    <Card title="Start with a standard program">
      <div className="grid gap-4 p-5 pt-3">
        <ul className="grid list-disc gap-1 pl-5 text-sm">
          <li>1 point for every {format(1)} spent</li>
          <li>100 points = {format(5)} off</li>
          <li>Points can be spent 14 days after an order</li>
        </ul>
        {starting.error && <Notice tone="danger">{starting.error.message}</Notice>}
        <div className="flex flex-wrap items-center gap-3">
          <Button look="primary" isBusy={starting.isPending} onClick={() => starting.mutate()}>
            Use the standard program
          </Button>
          <span className="text-sm text-quiet">You can change every detail later.</span>
        </div>
      </div>
    </Card>
  )
}

const rewardName = (amount: string) => `${amount} off`
