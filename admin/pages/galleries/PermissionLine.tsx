import { useQuery } from '@tanstack/react-query'
import { sessionQuery } from '../../api/account/session.ts'
import type { GalleryItem } from '../../api/content/galleries.ts'
import { Time } from '../../components/values/Time.tsx'

export function PermissionLine({ item: { permissionBy, permissionAt, authorName } }: { item: GalleryItem }) {
  const { data: session } = useQuery(sessionQuery)
  if (!permissionBy)
    return (
      <p className="text-xs text-quiet">
        {authorName === null ? 'Do you have permission?' : 'Ask the author before you show it.'}
      </p>
    )
  const names: Record<string, string> = {
    visitor: 'The author, with the form',
    user: session?.user.id === permissionBy.id ? 'You' : 'A team member',
    key: 'An API key',
    oauth: 'A connected app',
    operator: 'The operator',
    system: 'The service',
  }
  return (
    <p className="text-xs text-quiet wrap-anywhere">
      {names[permissionBy.type] ?? 'Somebody'}
      {permissionAt && (
        <>
          , <Time at={permissionAt} />
        </>
      )}
    </p>
  )
}
