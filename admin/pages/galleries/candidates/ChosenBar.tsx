import type { Gallery } from '../../../api/content/galleries.ts'
import { Button } from '../../../components/Button.tsx'
import { Menu, MenuItem, MenuLabel } from '../../../components/Menu.tsx'

type Props = {
  count: number
  galleries: readonly Gallery[]
  isBusy: boolean
  onAdd(galleryId: string): void
  onClear(): void
}

/** Shown only while photos are chosen. The status is always in the page, so that screen readers announce the first one. */
export function ChosenBar({ count, galleries, isBusy, onAdd, onClear }: Props) {
  return (
    <div
      className={
        count === 0
          ? 'sr-only'
          : 'sticky bottom-0 z-10 flex flex-wrap items-center justify-between gap-2 border-t border-line bg-surface px-5 py-3'
      }
    >
      <span role="status" className="text-sm font-medium tabular-nums">
        {count > 0 && `${count} chosen`}
      </span>
      {count > 0 && (
        <span className="flex gap-2">
          <Button size="small" look="quiet" onClick={onClear}>
            Clear
          </Button>
          <Menu
            label="Add to gallery"
            trigger={
              <Button look="primary" icon="plus" isBusy={isBusy}>
                Add to gallery
              </Button>
            }
          >
            <MenuLabel>Add to</MenuLabel>
            {galleries.map(({ id, name }) => (
              <MenuItem key={id} onSelect={() => onAdd(id)}>
                <span dir="auto" className="wrap-anywhere">
                  {name}
                </span>
              </MenuItem>
            ))}
          </Menu>
        </span>
      )}
    </div>
  )
}
