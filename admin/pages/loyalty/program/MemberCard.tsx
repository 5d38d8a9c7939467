import { useInfiniteQuery } from '@tanstack/react-query'
import { type Program, type Reward, rewardsQuery, type ShownMember } from '../../../api/loyalty.ts'
import { useSettled } from '../../../components/forms/use-settled.ts'
import { Card } from '../../../components/Page.tsx'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { renderPage } from '../../widgets/preview-page.ts'
import { WidgetPreview } from '../../widgets/WidgetPreview.tsx'
import { widgetOf } from '../../widgets/widgets.ts'
import type { ProgramValues } from './program-form.ts'

const balance = 120
const widget = widgetOf('loyalty')

type Props = { values: ProgramValues; explained: Program['explained'] }

/** Shows the shop's loyalty widget for an example member, with the program that the form describes. */
export function MemberCard({ values, explained }: Props) {
  const storeId = useStoreId()
  const { data } = useInfiniteQuery(rewardsQuery(storeId))
  const settled = useSettled(values)
  const scheme = readScheme()
  const rewards = data?.pages.flatMap((page) => page.data)
  return (
    <Card title="Member view">
      <p className="px-5 pt-1 pb-4 text-sm text-quiet">The loyalty widget of a member with {balance} points.</p>
      {rewards && (
        <div inert className="border-t border-line">
          <WidgetPreview
            shown={{
              script: widget.script,
              element: 'evident-loyalty',
              attributes: { store: storeId, 'customer-token': 'preview' },
              properties: {},
              css: renderPage(widget, scheme),
              scheme,
            }}
            answers={{
              'loyalty/member': buildMember(settled, rewards, explained),
              'loyalty/redemptions': { data: [] },
            }}
          />
        </div>
      )}
    </Card>
  )
}

/** The scheme of this page, so the preview is no white block in the dark. */
function readScheme(): 'light' | 'dark' {
  const { theme } = document.documentElement.dataset
  const isDark = theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  return isDark ? 'dark' : 'light'
}

function buildMember(values: ProgramValues, rewards: Reward[], explained: Program['explained']): ShownMember {
  const { tiers, expiry, pointsPerUnit, holdDays, shopperRedeems } = values
  const byThreshold = tiers.toSorted((a, b) => a.threshold - b.threshold)
  return {
    ...{ id: null, balance, spendable: balance, pending: 0, tierPoints: balance, nextExpiry: null },
    ...{ tiers: byThreshold, pointsPerUnit, holdDays, shopperRedeems, explained },
    tier: byThreshold.findLast(({ threshold }) => threshold <= balance)?.name ?? null,
    expiryDays: expiry.enabled ? expiry.days : null,
    rewards: rewards.filter(({ active }) => active).toSorted((a, b) => a.cost - b.cost),
  }
}
