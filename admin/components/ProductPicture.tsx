import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ownAddress } from '../api/photo-address.ts'
import { productPictureQuery } from '../api/product-pictures.ts'
import { useStoreId } from '../shell/store/use-store.ts'

type Props = { productId: string | null | undefined; title: string | null | undefined }

/** Decorative: the title is always beside it. Without a picture it shows the title's initial. */
export function ProductPicture({ productId, title }: Props) {
  return productId ? <Fetched productId={productId} title={title} /> : <Initial title={title} />
}

function Fetched({ productId, title }: { productId: string; title: Props['title'] }) {
  const { data } = useQuery(productPictureQuery(useStoreId(), productId))
  const [broken, setBroken] = useState<string>()
  const url = data?.url
  if (!url || url === broken) return <Initial title={title} />
  return (
    <img
      src={ownAddress(url)}
      alt=""
      width={44}
      height={44}
      loading="lazy"
      decoding="async"
      className={`${look} object-cover`}
      onError={() => setBroken(url)}
    />
  )
}

function Initial({ title }: Pick<Props, 'title'>) {
  return (
    <span aria-hidden="true" className={`${look} grid place-items-center bg-hover text-base font-medium text-quiet`}>
      {findInitial(title)}
    </span>
  )
}

const look = 'size-11 shrink-0 rounded-md border border-line'

/** Skips marks such as quotes. One visible character can be several code points. */
function findInitial(title: Props['title']): string {
  const text = /[\p{L}\p{N}].*/u.exec(title ?? '')?.[0] ?? ''
  const [first] = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)
  return (first?.segment ?? '·').toLocaleUpperCase()
}
