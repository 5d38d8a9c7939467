import { useQuery } from '@tanstack/react-query'
import { replyTemplatesQuery } from '../../../api/reviews/reply-templates.ts'
import type { Review } from '../../../api/reviews/reviews.ts'
import { Button } from '../../../components/Button.tsx'
import { Icon } from '../../../components/Icon.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../../components/Menu.tsx'
import { useInbox } from '../state/inbox.ts'
import { fillTemplate } from './fill-template.ts'

type Props = {
  review: Review
  text: string
  onPick(text: string): void
  onManage(newBody: string): void
}

export function TemplatesMenu({ review, text, onPick, onManage }: Props) {
  const { storeId } = useInbox()
  const { data: templates = [], isError, refetch } = useQuery(replyTemplatesQuery(storeId))
  return (
    <Menu
      label="Templates"
      trigger={
        <Button size="small" look="quiet">
          Templates
          <Icon name="chevronDown" className="size-4 text-quiet" />
        </Button>
      }
    >
      <MenuLabel>
        {isError
          ? 'The templates could not be loaded'
          : templates.length === 0
            ? 'Save replies you often send'
            : 'Start from'}
      </MenuLabel>
      {isError && <MenuItem onSelect={() => void refetch()}>Try again</MenuItem>}
      {templates.map(({ id, title, body }) => (
        <MenuItem key={id} onSelect={() => onPick(fillTemplate(body, review))}>
          <span className="grid min-w-0">
            <span className="truncate font-medium">{title}</span>
            <span className="truncate text-xs text-quiet">{body}</span>
          </span>
        </MenuItem>
      ))}
      <MenuSeparator />
      {text.trim() !== '' && <MenuItem onSelect={() => onManage(text.trim())}>Save this text as a template</MenuItem>}
      <MenuItem onSelect={() => onManage('')}>Manage templates</MenuItem>
    </Menu>
  )
}
