import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { everyMemberQuery } from '../../../api/account/organization.ts'
import { sessionQuery } from '../../../api/account/session.ts'
import { listKey } from '../../../api/reviews/reviews.ts'
import { assignReview, teamworkQuery } from '../../../api/reviews/teamwork.ts'
import { Button } from '../../../components/Button.tsx'
import { Icon } from '../../../components/Icon.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../components/Menu.tsx'
import { toast } from '../../../components/toasts.ts'
import { useInbox } from '../state/inbox.ts'

type Person = { userId: string; name: string }

/** The member who takes care of the review. */
export function Assignee({ reviewId }: { reviewId: string }) {
  const { storeId, mayWrite } = useInbox()
  const { data } = useQuery(teamworkQuery(storeId, reviewId))
  if (mayWrite) return <AssigneeMenu reviewId={reviewId} assignee={data?.assignee ?? null} isUnknown={!data} />
  if (!data) return <span className="h-5 w-16 rounded bg-plain-wash motion-safe:animate-pulse" />
  return data.assignee ? <Name person={data.assignee} /> : <span className="text-quiet">Unassigned</span>
}

type MenuProps = { reviewId: string; assignee: Person | null; isUnknown: boolean }

function AssigneeMenu({ reviewId, assignee, isUnknown }: MenuProps) {
  const { storeId } = useInbox()
  const queryClient = useQueryClient()
  const people = usePeople(storeId)
  const assigning = useMutation({
    mutationFn: (next: Person | null) => assignReview(storeId, reviewId, next?.userId ?? null),
    onSuccess: async ({ assignee: next }) => {
      await queryClient.invalidateQueries({ queryKey: teamworkQuery(storeId, reviewId).queryKey })
      await queryClient.invalidateQueries({ queryKey: listKey(storeId) })
      toast(next ? `Assigned to ${next.name}` : 'No longer assigned')
    },
    onError: (error) => toast(error.message, { tone: 'danger' }),
  })
  const shown = assigning.isPending ? assigning.variables : assignee
  return (
    <Menu
      label="Assigned to"
      align="start"
      trigger={
        <Button
          look="quiet"
          size="small"
          aria-busy={assigning.isPending || undefined}
          className={`-my-1.5 -ml-2 max-w-full min-w-0 shrink! justify-self-start px-2! font-normal! text-quiet ${isUnknown ? 'invisible' : ''}`}
        >
          {shown ? (
            <>
              <span className="sr-only">Assigned to</span>
              <Name person={shown} />
            </>
          ) : (
            <>
              <Icon name="people" className="size-4" />
              Assign
            </>
          )}
        </Button>
      }
    >
      {people.map((person) => (
        <MenuItem key={person.userId} onSelect={() => assigning.mutate(person)}>
          <Mark name={person.name} />
          <span className="min-w-0 flex-1 wrap-anywhere">{person.name}</span>
          {person.userId === shown?.userId && (
            <>
              <Icon name="check" className="size-4" />
              <span className="sr-only">assigned now</span>
            </>
          )}
        </MenuItem>
      ))}
      {shown && (
        <>
          <MenuSeparator />
          <MenuItem onSelect={() => assigning.mutate(null)}>Remove assignee</MenuItem>
        </>
      )}
    </Menu>
  )
}

/** The signed-in person is first, because they assign most reviews to themselves. */
function usePeople(storeId: string): Person[] {
  const { data: session } = useQuery(sessionQuery)
  const { data: members = [] } = useQuery(everyMemberQuery(storeId))
  const ownId = session?.user.id
  return members
    .filter(({ status }) => status === 'active')
    .map(({ id, name, email }) => ({ userId: id, name: name || (email ?? '') }))
    .toSorted((a, b) => Number(b.userId === ownId) - Number(a.userId === ownId))
}

function Name({ person: { name } }: { person: Person }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5 text-sm text-text">
      <Mark name={name} />
      <span className="max-w-40 truncate">{name}</span>
    </span>
  )
}

function Mark({ name }: { name: string }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-5 shrink-0 place-items-center rounded-full bg-accent-wash text-[0.6875rem] font-semibold text-accent uppercase"
    >
      {name.slice(0, 1)}
    </span>
  )
}
