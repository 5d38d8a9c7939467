import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { maxGroupProducts } from '../../api/product-groups.ts'
import { productsQuery } from '../../api/products.ts'
import { useSettled } from '../../components/forms/use-settled.ts'
import { useStoreId } from '../../shell/store/use-store.ts'
import { nameOf } from './name-of.ts'
import { ChosenField } from './PlacesField.tsx'

export type ChosenProduct = { id: string; name: string }

type Props = {
  chosen: ChosenProduct[]
  error?: string | undefined
  onChange(chosen: ChosenProduct[]): void
}

/** The choice contains the titles, so that the field needs no request for each of up to 200 products. */
export function GroupProductsField({ chosen, error, onChange }: Props) {
  const [text, setText] = useState('')
  const q = useSettled(text.trim())
  const search = useInfiniteQuery({ ...productsQuery(useStoreId(), { q }), enabled: q !== '' })
  const found = search.data?.pages[0]?.data.map((product) => ({ id: product.id, name: nameOf(product) }))
  const known = new Map([...(found ?? []), ...chosen].map((each) => [each.id, each]))
  return (
    <ChosenField
      label="Products"
      hint="At least two. Titles, handles, platform ids and SKUs are searched."
      most={maxGroupProducts}
      chosen={chosen.map(({ id }) => id)}
      error={error ?? (search.isError ? search.error.message : undefined)}
      onChange={(ids) => onChange(ids.flatMap((id) => known.get(id) ?? []))}
      text={text}
      onText={setText}
      isSearching={q !== text.trim() || (q !== '' && search.isPending)}
      found={q === '' || search.isError ? undefined : found}
      names={chosen.map(({ name }) => name)}
    />
  )
}
