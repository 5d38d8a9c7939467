import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type ReviewView, viewsKey, viewsQuery } from '../../../api/reviews/review-views.ts'
import { Button } from '../../../components/Button.tsx'
import { Icon } from '../../../components/Icon.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../../components/Menu.tsx'
import { useInbox } from '../state/inbox.ts'
import { isSameView, toSearch, toView } from '../state/search.ts'
import { ManageViewsDialog } from './ManageViewsDialog.tsx'
import { SaveViewDialog } from './SaveViewDialog.tsx'

export function ViewsMenu() {
  const { storeId, search } = useInbox()
  const { data: views = [], isError } = useQuery(viewsQuery(storeId))
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [shown, setShown] = useState<'save' | 'manage'>()
  const now = toView(search)
  const current = views.find(({ filter }) => isSameView(filter, now))
  const open = ({ filter }: ReviewView) =>
    void navigate({ to: '/stores/$storeId/reviews', params: { storeId }, search: toSearch(filter) })
  return (
    <>
      <Menu
        label="Views"
        trigger={
          <Button size="small" className="max-w-44" aria-label={current ? `Views: ${current.name}` : 'Views'}>
            <span className="truncate">{current?.name ?? 'Views'}</span>
            <Icon name="chevronDown" className="size-4 text-quiet" />
          </Button>
        }
      >
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
          <MenuItem key={view.id} onSelect={() => open(view)}>
            <span className="min-w-0 flex-1 wrap-anywhere">
              {view.name}
              {view.isDefault && <span className="text-xs text-quiet"> · opens first</span>}
            </span>
            {view === current && (
              <>
                <Icon name="check" className="size-4" />
                <span className="sr-only">shown now</span>
              </>
            )}
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
