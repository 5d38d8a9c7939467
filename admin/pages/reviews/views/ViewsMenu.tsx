import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { viewsKey, viewsQuery } from '../../../api/reviews/review-views.ts'
import { Button } from '../../../components/Button.tsx'
import { Icon } from '../../../components/Icon.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../../components/Menu.tsx'
import { useInbox } from '../state/inbox.ts'
import { type InboxSearch, isSameView, toSearch, toView } from '../state/search.ts'
import { ManageViewsDialog } from './ManageViewsDialog.tsx'
import { SaveViewDialog } from './SaveViewDialog.tsx'
import { useQueues } from './use-queues.ts'

export function ViewsMenu() {
  const { storeId, search } = useInbox()
  const { data: views = [], isError } = useQuery(viewsQuery(storeId))
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [shown, setShown] = useState<'save' | 'manage'>()
  const now = toView(search)
  const queues = useQueues()
  const current = search.mine ? undefined : views.find(({ filter }) => isSameView(filter, now))
  const shownName = current?.name ?? queues.find(({ isShown }) => isShown)?.name
  const open = (next: InboxSearch) =>
    void navigate({ to: '/stores/$storeId/reviews', params: { storeId }, search: next })
  return (
    <>
      <Menu
        label="Views"
        trigger={
          <Button size="small" className="max-w-44" aria-label={shownName ? `Views: ${shownName}` : 'Views'}>
            <span className="truncate">{shownName ?? 'Views'}</span>
            <Icon name="chevronDown" className="size-4 text-quiet" />
          </Button>
        }
      >
        {queues.map(({ name, search: filters, isShown }) => (
          <MenuItem key={name} onSelect={() => open(filters)}>
            <span className="flex-1">{name}</span>
            {isShown && <Shown />}
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuLabel>
          {isError
            ? 'Your views could not be read'
            : views.length === 0
              ? 'Save a filter that you use often'
              : 'Your views'}
        </MenuLabel>
        {isError && (
          <MenuItem onSelect={() => void queryClient.invalidateQueries({ queryKey: viewsKey(storeId) })}>
            Try again
          </MenuItem>
        )}
        {views.map((view) => (
          <MenuItem key={view.id} onSelect={() => open(toSearch(view.filter))}>
            <span className="min-w-0 flex-1 wrap-anywhere">
              {view.name}
              {view.isDefault && <span className="text-xs text-quiet"> · opens first</span>}
            </span>
            {view === current && <Shown />}
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem disabled={current !== undefined} onSelect={() => setShown('save')}>
          Save this view
        </MenuItem>
        {views.length > 0 && <MenuItem onSelect={() => setShown('manage')}>Manage views</MenuItem>}
      </Menu>
      {shown === 'save' && <SaveViewDialog filter={now} onClose={() => setShown(undefined)} />}
      {shown === 'manage' && <ManageViewsDialog views={views} onClose={() => setShown(undefined)} />}
    </>
  )
}

function Shown() {
  return (
    <>
      <Icon name="check" className="size-4" />
      <span className="sr-only">shown now</span>
    </>
  )
}
