import { Link } from '@tanstack/react-router'
import type { Gallery } from '../../api/content/galleries.ts'
import { ownAddress } from '../../api/photo-address.ts'
import { Badge } from '../../components/Badge.tsx'
import { Icon } from '../../components/Icon.tsx'
import { shownLocale } from '../../components/locale.ts'
import { Time } from '../../components/values/Time.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import { CopyCodeButton } from './CopyCodeButton.tsx'
import { layoutNames, usesText } from './names.ts'
import { Places } from './Places.tsx'
import { statusNames } from './search.ts'

export function GalleryCard({ gallery }: { gallery: Gallery }) {
  const { id, name, title, status, itemCount, layout, uses, updatedAt } = gallery
  const storeId = useStoreId()
  return (
    <li className="card relative grid grid-rows-[auto_1fr_auto] overflow-hidden hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-accent">
      <Photos gallery={gallery} />
      <div className="grid content-start gap-1 px-5 py-4">
        <div className="flex items-start justify-between gap-3">
          <h2 className="min-w-0 font-semibold tracking-tight">
            <Link
              to="/stores/$storeId/galleries/$galleryId"
              params={{ storeId, galleryId: id }}
              dir="auto"
              className="wrap-anywhere outline-none after:absolute after:inset-0"
            >
              {name}
            </Link>
          </h2>
          <span className="flex shrink-0 items-center gap-1.5">
            <Badge tone={status === 'published' ? 'good' : 'plain'}>{statusNames[status]}</Badge>
            <Icon name="chevronRight" className="-mr-1.5 size-5 text-quiet" />
          </span>
        </div>
        {title && title !== name && (
          <p dir="auto" className="text-sm wrap-anywhere">
            {title}
          </p>
        )}
        <p className="text-sm text-quiet">
          {formatCount(itemCount)} · {layoutNames[layout]}
        </p>
        <p className="text-sm text-quiet">
          <Places gallery={gallery} /> · Changed <Time at={updatedAt} />
        </p>
      </div>
      <div className="flex items-center justify-between gap-3 border-t border-line py-3 pr-4 pl-5">
        {uses ? (
          <p className="min-w-0 text-sm tabular-nums">
            <span className="font-medium">{usesText(uses)}</span>{' '}
            <span className="block text-xs text-quiet">Last 30 days</span>
          </p>
        ) : (
          <p className="text-sm text-quiet">Views are not counted</p>
        )}
        <CopyCodeButton id={id} name={name} />
      </div>
    </li>
  )
}

/** Decorative, because the name of the gallery is below. */
function Photos({ gallery: { firstPictures, itemCount } }: { gallery: Gallery }) {
  const more = itemCount - firstPictures.length
  if (firstPictures.length === 0)
    return (
      <span aria-hidden="true" className="grid aspect-[4/1] place-items-center bg-plain-wash text-quiet">
        <Icon name="photo" className="size-7" />
      </span>
    )
  return (
    <span aria-hidden="true" className="grid grid-cols-4 gap-0.5 bg-sunken">
      {firstPictures.map((url, place) => (
        <span key={url} className="relative">
          <img
            src={ownAddress(url)}
            alt=""
            width={160}
            height={160}
            decoding="async"
            className="aspect-square w-full bg-plain-wash object-cover"
          />
          {place === 3 && more > 0 && (
            <span className="absolute right-1.5 bottom-1.5 rounded-full bg-surface px-2 text-xs leading-5 font-medium text-text tabular-nums">
              +{more.toLocaleString(shownLocale)}
            </span>
          )}
        </span>
      ))}
    </span>
  )
}

const formatCount = (count: number) =>
  count === 0 ? 'No photos yet' : count === 1 ? 'One photo' : `${count.toLocaleString(shownLocale)} photos`
