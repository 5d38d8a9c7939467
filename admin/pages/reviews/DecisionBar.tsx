import type { Review, Verdict } from '../../api/reviews/reviews.ts'
import { Button, type ButtonProps } from '../../components/Button.tsx'
import type { IconName } from '../../components/Icon.tsx'
import { useShortcutsSetting } from '../../shell/navigation/shortcuts.ts'
import { useHasDraft } from '../../state/reply-drafts.ts'
import { focusReply } from './state/focus-reply.ts'
import { useInbox } from './state/inbox.ts'

const verdicts = [
  { verdict: 'approved', label: 'Approve', icon: 'check', shortcut: 'A' },
  { verdict: 'rejected', label: 'Reject', icon: 'cross', shortcut: 'R' },
  { verdict: 'spam', label: 'Spam', icon: 'flag', shortcut: 'S' },
] as const satisfies { verdict: Verdict; label: string; icon: IconName; shortcut: string }[]

/** Offers what changes the review: a decision that it does not have yet, and a reply until one is written. */
export function DecisionBar({ review }: { review: Review }) {
  const { mayWrite, decideOne } = useInbox()
  const hasDraft = useHasDraft(review.id)
  const isApproved = review.status === 'approved'
  const reply = !review.reply && !hasDraft && (
    <KeyButton icon="reply" shortcut="E" look={isApproved ? 'primary' : 'secondary'} onClick={focusReply}>
      Reply
    </KeyButton>
  )
  return (
    <section
      aria-label="Decision"
      className="sticky bottom-0 flex flex-wrap items-center gap-2 border-t border-line bg-canvas lg:bg-surface px-4 py-3 sm:px-8"
    >
      {!mayWrite && <p className="text-sm text-quiet">As a Viewer you can read reviews, but not decide on them.</p>}
      {mayWrite && (
        <>
          {isApproved && reply}
          {verdicts.map(
            ({ verdict, label, ...shown }) =>
              review.status !== verdict && (
                <KeyButton
                  key={verdict}
                  look={verdict === 'approved' ? 'primary' : 'secondary'}
                  {...shown}
                  onClick={() => decideOne(review, verdict)}
                >
                  {label}
                </KeyButton>
              ),
          )}
          {!isApproved && reply}
        </>
      )}
    </section>
  )
}

function KeyButton({ shortcut, children, ...rest }: ButtonProps & { shortcut: string }) {
  const { isOn } = useShortcutsSetting()
  return (
    <Button {...rest} aria-keyshortcuts={shortcut} className="max-sm:flex-1 max-sm:px-3 max-sm:[&>svg]:hidden">
      {children}
      {isOn && (
        <span aria-hidden="true" className="ml-1 font-mono text-xs opacity-75 max-lg:hidden">
          {shortcut}
        </span>
      )}
    </Button>
  )
}
