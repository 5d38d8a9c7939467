import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ownAddress } from '../api/photo-address.ts'
import { productPictureQuery } from '../api/product-pictures.ts'
import { useStoreId } from '../shell/store/use-store.ts'
import { Icon } from './Icon.tsx'

/** The id is null for the shop itself. */
type Props = { productId: string | null | undefined; title: string | null | undefined; isSmall?: boolean | undefined }

/**
 * Decorative, because the title is always beside the picture. A product without a picture shows its initial. The place is
 * empty while it is unknown whether there is a picture.
 */
export function ProductPicture({ productId, ...rest }: Props) {
  if (productId === null) return <Shop isSmall={rest.isSmall} />
  return productId ? <Fetched productId={productId} {...rest} /> : <Initial {...rest} />
}

function Fetched({ productId, title, isSmall = false }: Props & { productId: string }) {
  const { data, isPending } = useQuery(productPictureQuery(useStoreId(), productId))
  const [broken, setBroken] = useState<string>()
  const [loaded, setLoaded] = useState<string>()
  if (isPending)
    return <span aria-hidden="true" className={`${lookOf(isSmall)} bg-plain-wash motion-safe:animate-pulse`} />
  const url = data?.url
  if (!url || url === broken) return <Initial title={title} isSmall={isSmall} />
  const side = isSmall ? 32 : 44
  return (
    <img
      src={ownAddress(url)}
      alt=""
      width={side}
      height={side}
      loading="lazy"
      className={`${lookOf(isSmall)} object-cover ${url === loaded ? '' : 'bg-plain-wash'}`}
      onLoad={() => setLoaded(url)}
      onError={() => setBroken(url)}
    />
  )
}

function Shop({ isSmall = false }: Pick<Props, 'isSmall'>) {
  return (
    <span aria-hidden="true" className={`${lookOf(isSmall)} grid place-items-center bg-hover text-quiet`}>
      <Icon name="store" className={isSmall ? 'size-4' : 'size-5'} />
    </span>
  )
}

function Initial({ title, isSmall = false }: Omit<Props, 'productId'>) {
  return (
    <span
      aria-hidden="true"
      className={`${lookOf(isSmall)} grid place-items-center bg-hover font-medium text-quiet ${isSmall ? 'text-xs' : 'text-base'}`}
    >
      {findInitial(title)}
    </span>
  )
}

const lookOf = (isSmall: boolean) => `${isSmall ? 'size-8' : 'size-11'} shrink-0 rounded-md border border-line`

/** Skips marks such as quotes. One visible character can be several code points. */
function findInitial(title: Props['title']): string {
  const text = /[\p{L}\p{N}].*/u.exec(title ?? '')?.[0] ?? ''
  const [first] = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)
  return (first?.segment ?? '·').toLocaleUpperCase()
}
