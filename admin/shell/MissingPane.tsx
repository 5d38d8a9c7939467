import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { Button, buttonClass } from '../components/Button.tsx'
import { Card, Page } from '../components/Page.tsx'
import { useStoreId } from './store/use-store.ts'

export function MissingPane() {
  const storeId = useStoreId()
  const navigate = useNavigate()
  const [q, setQ] = useState('')
  const search = (event: FormEvent) => {
    event.preventDefault()
    if (q.trim() === '') return
    void navigate({
      to: '/stores/$storeId/reviews',
      params: { storeId },
      search: { status: 'all', q: q.trim() },
    })
  }
  return (
    <Page title="Page not found" intro="The address may be mistyped, or the page was deleted." width="normal">
      <Card title="Search reviews">
        <search>
          <form onSubmit={search} className="flex flex-wrap items-end gap-3 p-5">
            <label className="grid min-w-48 flex-1 gap-1.5 text-sm font-medium">
              Words, an author or a product
              <input
                type="search"
                value={q}
                maxLength={200}
                onChange={(event) => setQ(event.target.value)}
                className="control font-normal"
              />
            </label>
            <Button type="submit" icon="search">
              Search
            </Button>
          </form>
        </search>
      </Card>
      <div className="flex flex-wrap gap-3">
        <Link to="/stores/$storeId" params={{ storeId }} className={buttonClass('primary')}>
          Home
        </Link>
        <Link to="/stores/$storeId/products" params={{ storeId }} className={buttonClass()}>
          Products
        </Link>
        <Link to="/stores/$storeId/orders" params={{ storeId }} className={buttonClass()}>
          Orders
        </Link>
      </div>
    </Page>
  )
}
