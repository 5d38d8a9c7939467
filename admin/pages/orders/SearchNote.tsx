import type { SearchTarget } from './search.ts'

export function SearchNote({ sought }: { sought: Exclude<SearchTarget, string> }) {
  const [what, name] = !sought
    ? []
    : 'email' in sought
      ? ['the email address', sought.email]
      : 'customerName' in sought
        ? ['a customer called', sought.customerName]
        : ['the order number', sought.orderNumber]
  return (
    <p role="status" className="px-5 pt-3 text-sm text-quiet empty:hidden">
      {what && (
        <>
          Looking for {what} <bdi className="font-medium break-all text-text">{name}</bdi>
        </>
      )}
    </p>
  )
}
