import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { exportReviews } from '../../../api/reviews/reviews.ts'
import { IconButton } from '../../../components/Button.tsx'
import { saveFile } from '../../../components/forms/save-file.ts'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../../components/Menu.tsx'
import { toast } from '../../../components/toasts.ts'
import { useInbox } from '../state/inbox.ts'
import { toSelection } from '../state/search.ts'

const AddReviewDialog = lazy(() =>
  import('./AddReviewDialog.tsx').then((loaded) => ({ default: loaded.AddReviewDialog })),
)

export function InboxMenu({ onHelp }: { onHelp(): void }) {
  const { storeId, search, mayWrite } = useInbox()
  const [isAdding, setIsAdding] = useState(false)
  const { q, language, mine, sort, direction, ...filters } = toSelection(search)
  const exporting = useMutation({
    mutationFn: (format: 'csv' | 'jsonl') => exportReviews(storeId, { ...filters, format }),
    onSuccess: (file, format) => saveFile(file, `reviews.${format}`),
    onError: (error) => toast(error.message, { tone: 'danger' }),
  })
  return (
    <>
      <Menu
        label="List actions"
        trigger={
          <IconButton icon="more" label="List actions" className="-mr-2" aria-busy={exporting.isPending || undefined} />
        }
      >
        {mayWrite && (
          <>
            <MenuItem onSelect={() => setIsAdding(true)}>Add a review</MenuItem>
            <MenuSeparator />
          </>
        )}
        <MenuLabel>
          {q || language || mine
            ? 'All reviews of this tab and its filters. Search, language and assignee are ignored.'
            : 'All reviews of this tab and its filters'}
        </MenuLabel>
        <MenuItem disabled={exporting.isPending} onSelect={() => exporting.mutate('csv')}>
          Export as CSV, for spreadsheets
        </MenuItem>
        <MenuItem disabled={exporting.isPending} onSelect={() => exporting.mutate('jsonl')}>
          Export as JSON Lines, for programs
        </MenuItem>
        <MenuSeparator />
        <MenuItem onSelect={onHelp}>Keyboard shortcuts</MenuItem>
      </Menu>
      {isAdding && (
        <Suspense>
          <AddReviewDialog onClose={() => setIsAdding(false)} />
        </Suspense>
      )}
    </>
  )
}
