import { useMutation } from '@tanstack/react-query'
import { exportReviews } from '../../../api/reviews/reviews.ts'
import { IconButton } from '../../../components/Button.tsx'
import { saveFile } from '../../../components/forms/save-file.ts'
import { Menu, MenuItem, MenuLabel } from '../../../components/Menu.tsx'
import { toast } from '../../../components/toasts.ts'
import { useInbox } from '../state/inbox.ts'
import { toSelection } from '../state/search.ts'

export function ExportMenu() {
  const { storeId, search } = useInbox()
  const { q, language, sort, direction, ...filters } = toSelection(search)
  const exporting = useMutation({
    mutationFn: (format: 'csv' | 'jsonl') => exportReviews(storeId, { ...filters, format }),
    onSuccess: (file, format) => saveFile(file, `reviews.${format}`),
    onError: (error) => toast(error.message, { tone: 'danger' }),
  })
  return (
    <Menu
      label="Export"
      trigger={<IconButton icon="download" label="Export" aria-busy={exporting.isPending || undefined} />}
    >
      <MenuLabel>
        {q || language
          ? 'All reviews of this tab and its filters, without the search and the language'
          : 'All reviews of this tab and its filters'}
      </MenuLabel>
      <MenuItem disabled={exporting.isPending} onSelect={() => exporting.mutate('csv')}>
        CSV, for spreadsheets
      </MenuItem>
      <MenuItem disabled={exporting.isPending} onSelect={() => exporting.mutate('jsonl')}>
        JSON Lines, for programs
      </MenuItem>
    </Menu>
  )
}
