import type { Review, Verdict } from '../../api/reviews/reviews.ts'
import { Button } from '../../components/Button.tsx'
import type { IconName } from '../../components/Icon.tsx'
import { useShortcutsSetting } from '../../shell/navigation/shortcuts.ts'
import { useInbox } from './state/inbox.ts'

const verdicts = [
  { verdict: 'approved', label: 'Approve', done: 'Approved', icon: 'check', key: 'A' },
  { verdict: 'rejected', label: 'Reject', done: 'Rejected', icon: 'cross', key: 'R' },
  { verdict: 'spam', label: 'Spam', done: 'Spam', icon: 'flag', key: 'S' },
] as const satisfies { verdict: Verdict; label: string; done: string; icon: IconName; key: string }[]

export function DecisionBar({ review }: { review: Review }) {
  const { mayWrite, decideOne } = useInbox()
  const { isOn } = useShortcutsSetting()
  return (
    <section
      aria-label="Decision"
      className="sticky bottom-0 flex flex-wrap items-center gap-2 border-t border-line bg-canvas lg:bg-surface px-4 py-3 sm:px-8"
    >
      {!mayWrite && <p className="text-sm text-quiet">As a Viewer you can read reviews, but not decide on them.</p>}
      {mayWrite &&
        verdicts.map(({ verdict, label, done, icon, key }) => {
          const isNow = review.status === verdict
          return (
            <Button
              key={verdict}
              look={verdict === 'approved' && !isNow ? 'primary' : 'secondary'}
              icon={icon}
              disabled={isNow}
              aria-keyshortcuts={key}
              onClick={() => decideOne(review, verdict)}
              className="max-sm:flex-1"
            >
              {isNow ? done : label}
              {isOn && !isNow && (
                <span aria-hidden="true" className="ml-1 font-mono text-xs opacity-75 max-lg:hidden">
                  {key}
                </span>
              )}
            </Button>
          )
        })}
    </section>
  )
}
