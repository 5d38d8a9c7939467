import { Link } from '@tanstack/react-router'
import type { Platform } from '../../../api/shops/shops.ts'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { PlatformMark } from './PlatformMark.tsx'
import { platforms } from './parts/platforms.tsx'

export function PlatformChoice() {
  const storeId = useStoreId()
  return (
    <section aria-label="Platforms">
      <ul className="grid gap-3 sm:grid-cols-2">
        {(Object.keys(platforms) as Platform[]).map((platform) => (
          <li key={platform}>
            <Link
              to="/stores/$storeId/settings/shop"
              params={{ storeId }}
              search={{ platform }}
              className="card flex h-full items-center gap-4 p-4 hover:bg-hover"
            >
              <PlatformMark platform={platform} />
              <span className="grid min-w-0">
                <span className="font-semibold tracking-tight">{platforms[platform].name}</span>
                <span className="text-sm text-quiet">{platforms[platform].meaning}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
