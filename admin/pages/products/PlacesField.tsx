import { useInfiniteQuery, useQueries } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { categoriesQuery, categoryQuery } from '../../api/categories.ts'
import { productQuery, productsQuery } from '../../api/products.ts'
import { Button } from '../../components/Button.tsx'
import { useSettled } from '../../components/forms/use-settled.ts'
import { useStoreId } from '../../shell/store/use-store.ts'

type Choice = { id: string; name: string }
type Props = {
  label: string
  hint: string
  chosen: readonly string[]
  most?: number
  error?: string | undefined
  onChange(ids: string[]): void
}

export function ProductsField(props: Props) {
  const storeId = useStoreId()
  const [text, setText] = useState('')
  const q = useSettled(text.trim())
  const found = useInfiniteQuery({ ...productsQuery(storeId, { q }), enabled: q !== '' })
  const names = useQueries({ queries: props.chosen.map((id) => productQuery(storeId, id)) })
  return (
    <ChosenField
      {...props}
      placeholder="Search products"
      text={text}
      onText={setText}
      isSearching={q !== text.trim() || (q !== '' && found.isPending)}
      found={
        q === ''
          ? undefined
          : found.data?.pages[0]?.data.map(({ id, title, platformProductId }) => ({
              id,
              name: title ?? platformProductId,
            }))
      }
      names={names.map(({ data }) => data && (data.title ?? data.platformProductId))}
    />
  )
}

export function CategoriesField(props: Props) {
  const storeId = useStoreId()
  const [text, setText] = useState('')
  const q = useSettled(text.trim())
  const found = useInfiniteQuery({ ...categoriesQuery(storeId, { q }), enabled: q !== '' })
  const names = useQueries({ queries: props.chosen.map((id) => categoryQuery(storeId, id)) })
  return (
    <ChosenField
      {...props}
      text={text}
      onText={setText}
      isSearching={q !== text.trim() || (q !== '' && found.isPending)}
      found={q === '' ? undefined : found.data?.pages[0]?.data.map(({ id, name }) => ({ id, name }))}
      names={names.map(({ data }) => data?.name)}
    />
  )
}

/** The parent runs the search, and passes the results and the names of the chosen items. */
type ChosenProps = Props & {
  placeholder?: string
  text: string
  onText(text: string): void
  isSearching: boolean
  found: readonly Choice[] | undefined
  names: readonly (string | undefined)[]
}

const shown = 6

export function ChosenField(props: ChosenProps) {
  const { label, hint, chosen, most = 100, error, onChange, text, onText, isSearching, found, names } = props
  const { placeholder = 'Search' } = props
  const id = useId()
  const open = found?.filter((each) => !chosen.includes(each.id)).slice(0, shown)
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <input
        id={id}
        type="search"
        autoComplete="off"
        aria-describedby={`${id}-note`}
        className="control"
        placeholder={placeholder}
        maxLength={200}
        value={text}
        disabled={chosen.length >= most}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <p id={`${id}-note`} className={`text-sm ${error ? 'text-danger' : 'text-quiet'}`}>
        {error ?? (chosen.length >= most ? `No more than ${most}.` : hint)}
      </p>
      {open && !isSearching && (
        <ul aria-label={`${label} that were found`} className="grid gap-1">
          {open.map((each) => (
            <li key={each.id}>
              <Button
                size="small"
                look="quiet"
                icon="plus"
                onClick={() => {
                  onChange([...chosen, each.id])
                  onText('')
                }}
              >
                <span className="wrap-anywhere">{each.name}</span>
              </Button>
            </li>
          ))}
          {open.length === 0 && <li className="text-sm text-quiet">Nothing found</li>}
        </ul>
      )}
      {chosen.length > 0 && (
        <ul aria-label={`${label} that are chosen`} className="flex flex-wrap gap-1.5">
          {chosen.map((each, at) => (
            <li key={each} className="flex items-center gap-1 rounded-lg bg-sunken ps-2.5 text-sm">
              <span className="wrap-anywhere">{names[at] ?? '…'}</span>
              <Button size="small" look="quiet" onClick={() => onChange(chosen.filter((other) => other !== each))}>
                Remove<span className="sr-only"> {names[at]}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
