import type { TestResult } from '../../../../api/shops/shops.ts'
import { Icon } from '../../../../components/Icon.tsx'

export function Checks({ result }: { result: TestResult }) {
  return (
    <ul aria-label="Checks" className="grid gap-3 text-sm">
      {result.checks.map(({ name, ok, message }) => (
        <li key={name} className="flex gap-2.5">
          <Icon name={ok ? 'check' : 'warning'} className={`mt-px size-5 ${ok ? 'text-good' : 'text-danger'}`} />
          <span className="grid min-w-0">
            <span className="font-medium">
              {formatName(name)}
              <span className="sr-only">{ok ? ': good' : ': not good'}</span>
            </span>
            <span className="break-words text-quiet">{message}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

const names: Record<string, string> = {
  shop: 'The shop answers',
  customer_data: 'Addresses of orders',
  scopes: 'Permissions',
  credentials: 'Credentials',
}

const formatName = (name: string) =>
  names[name] ?? `${name[0]?.toUpperCase() ?? ''}${name.slice(1).replaceAll('_', ' ')}`
