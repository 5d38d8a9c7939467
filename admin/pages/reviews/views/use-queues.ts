import { useRole } from '../../../shell/store/use-store.ts'
import { useInbox } from '../state/inbox.ts'
import { type InboxSearch, isSameView, toView } from '../state/search.ts'

export type Queue = { name: string; search: InboxSearch; isShown: boolean }

const needsReply: InboxSearch = { status: 'approved', answered: false }
const mine: InboxSearch = { status: 'all', mine: true }

/** The views that every person has. */
export function useQueues(): Queue[] {
  const { search } = useInbox()
  const { isDelegate } = useRole()
  const isMine = search.mine === true
  const isReplying = !isMine && isSameView(toView(search), toView(needsReply))
  return [
    { name: 'Needs reply', search: needsReply, isShown: isReplying },
    ...(isDelegate ? [] : [{ name: 'Assigned to me', search: mine, isShown: isMine }]),
  ]
}
