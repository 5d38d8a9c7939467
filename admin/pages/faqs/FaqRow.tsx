import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { changeFaq, duplicateFaq, type Faq, faqsKey, removeFaq } from '../../api/content/faqs.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button, IconButton } from '../../components/Button.tsx'
import { nameCopy, useDuplicate } from '../../components/DuplicateButton.tsx'
import { ConfirmDialog } from '../../components/dialogs/ConfirmDialog.tsx'
import { Icon } from '../../components/Icon.tsx'
import { Menu, MenuItem } from '../../components/Menu.tsx'
import { toast } from '../../components/toasts.ts'
import { LastChange } from '../../components/values/LastChange.tsx'
import { useRole, useStoreId } from '../../shell/store/use-store.ts'
import { FaqDialog } from './FaqDialog.tsx'

type Props = {
  faq: Faq
  onUp?(): void
  onDown?(): void
  /** Undefined while the order cannot be changed. */
  drag?: { isOver: boolean; onStart(): void; onOver(): void; onEnd(): void; onDrop(): void }
}

/** Distinguishes rows from files and texts that a person drags over the list. */
const draggedType = 'application/x-evident-faq'

export function FaqRow({ faq, onUp, onDown, drag }: Props) {
  const storeId = useStoreId()
  const client = useQueryClient()
  const { isAtLeast } = useRole()
  const mayChange = isAtLeast('MEMBER')
  const element = useRef<HTMLLIElement>(null)
  const [dialog, setDialog] = useState<'edit' | 'remove'>()
  const close = () => setDialog(undefined)
  const isPublished = faq.status === 'published'
  const duplicate = useDuplicate(faqsKey(storeId))
  const refresh = () => client.invalidateQueries({ queryKey: faqsKey(storeId) })
  const publishing = useMutation({
    mutationFn: () => changeFaq(storeId, faq.id, { status: isPublished ? 'draft' : 'published' }),
    onSuccess: () => toast(isPublished ? 'Shoppers no longer see it.' : 'Shoppers see it now.'),
    onError: (error) => toast(error.message, { tone: 'danger' }),
    onSettled: refresh,
  })
  return (
    <li
      ref={element}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(draggedType)) return
        event.preventDefault()
        drag?.onOver()
      }}
      onDrop={(event) => {
        event.preventDefault()
        drag?.onDrop()
      }}
      className={`flex items-start gap-2 py-3 pr-3 pl-5 ${drag ? 'pointer-fine:pl-2' : ''} ${drag?.isOver ? 'bg-accent-wash' : ''}`}
    >
      {drag && (
        // Decorative, because the menu moves the row too. Touch screens have no drag and drop of HTML.
        <span
          aria-hidden="true"
          data-drag
          draggable
          onDragStart={({ dataTransfer }) => {
            dataTransfer.effectAllowed = 'move'
            dataTransfer.setData(draggedType, faq.id)
            if (element.current) dataTransfer.setDragImage(element.current, 16, 16)
            drag.onStart()
          }}
          onDragEnd={drag.onEnd}
          className="hidden cursor-grab rounded p-0.5 text-quiet hover:bg-hover pointer-fine:block"
        >
          <Icon name="grip" className="size-5" />
        </span>
      )}
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="flex flex-wrap items-center gap-2">
          {mayChange ? (
            <button
              type="button"
              dir="auto"
              onClick={() => setDialog('edit')}
              className="min-w-0 text-left font-semibold break-words underline-offset-4 hover:underline"
            >
              {faq.question}
            </button>
          ) : (
            <span dir="auto" className="font-semibold break-words">
              {faq.question}
            </span>
          )}
          {!isPublished && <Badge>Draft</Badge>}
        </p>
        <p dir="auto" className="line-clamp-1 text-sm text-quiet">
          {stripMarkup(faq.answer)}
        </p>
        <p className="text-xs text-quiet">
          <LastChange isPublished={isPublished} {...faq} />
          {` · ${formatPlaces(faq)}`}
        </p>
      </div>
      {mayChange && (
        <div className="-mt-1.5 flex items-center gap-1">
          {!isPublished && (
            <Button size="small" isBusy={publishing.isPending} onClick={() => publishing.mutate()}>
              Publish
            </Button>
          )}
          <Menu
            label={`More: ${faq.question}`}
            align="end"
            trigger={<IconButton icon="more" label={`More: ${faq.question}`} />}
          >
            {onUp && <MenuItem onSelect={onUp}>Move up</MenuItem>}
            {onDown && <MenuItem onSelect={onDown}>Move down</MenuItem>}
            <MenuItem onSelect={() => duplicate.mutate(() => duplicateFaq(storeId, faq, nameCopy(faq.question, 300)))}>
              Duplicate
            </MenuItem>
            {isPublished && <MenuItem onSelect={() => publishing.mutate()}>Unpublish</MenuItem>}
            <MenuItem isDangerous onSelect={() => setDialog('remove')}>
              Delete
            </MenuItem>
          </Menu>
        </div>
      )}
      {dialog === 'edit' && <FaqDialog faq={faq} onClose={close} />}
      {dialog === 'remove' && (
        <ConfirmDialog
          title="Delete this FAQ?"
          confirmLabel="Delete"
          isDangerous
          act={() => removeFaq(storeId, faq.id)}
          onDone={() => void refresh()}
          onClose={close}
        >
          <p dir="auto">{faq.question}</p>
          <p>The questions of shoppers stay. This cannot be undone.</p>
        </ConfirmDialog>
      )}
    </li>
  )
}

function formatPlaces({ group, appliesTo, productIds, categoryIds }: Faq): string {
  const counted = (n: number, one: string, many: string) => (n === 0 ? [] : [n === 1 ? `one ${one}` : `${n} ${many}`])
  const places = [
    ...counted(productIds.length, 'product', 'products'),
    ...counted(categoryIds.length, 'category', 'categories'),
  ]
  const where =
    appliesTo === 'everything' ? 'All products' : `About ${places.join(' and ') || 'deleted products and categories'}`
  return group === null ? where : `${group} · ${where}`
}

const stripMarkup = (answer: string): string => answer.replace(/\[([^\]]*)\]\([^)]*\)|[*`#]+/g, '$1')
