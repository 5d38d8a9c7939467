import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { firstRunQuery } from '../../api/first-run.ts'
import { Icon, type IconName } from '../../components/Icon.tsx'
import { useCounts } from '../../state/review-counts.ts'
import { useRole, useStoreId } from '../store/use-store.ts'
import { type GroupName, groupAt, groups, isAt, mainPlaces, type Place } from './places.ts'
import { SettingsList } from './SettingsList.tsx'

export function Navigation() {
  const storeId = useStoreId()
  const { pathname } = useLocation()
  const { isAtLeast } = useRole()
  const { data: firstRun } = useQuery({ ...firstRunQuery(storeId), refetchInterval: false, staleTime: 60_000 })
  const isSetUp = firstRun?.complete !== false
  const here = groupAt(pathname, storeId)
  const [chosen, setChosen] = useState<{ group: GroupName | undefined; at: GroupName | undefined }>()
  // A group that a person opened stays open until they go to a page of another group.
  const open = chosen && chosen.at === here ? chosen.group : here
  const folding = (name: GroupName, icon: IconName) => ({
    ...{ name, icon, isOpen: open === name, isHere: here === name },
    onToggle: () => setChosen({ group: open === name ? undefined : name, at: here }),
  })
  return (
    <nav aria-label="Store" className="-mx-1 grid content-start gap-0.5 px-1 nav-list">
      <ul className="grid gap-0.5">
        {mainPlaces
          .filter((place) => !('needs' in place) || isAtLeast(place.needs))
          .filter((place) => !('isOnlyAtFirst' in place) || !isSetUp)
          .map((place) => (
            <li key={place.to}>
              <PlaceLink place={place}>
                <Icon name={place.icon} className="size-[1.125rem]" />
                {place.label}
                {place.to === '/stores/$storeId/reviews' && <PendingCount storeId={storeId} />}
              </PlaceLink>
            </li>
          ))}
      </ul>
      {groups.map(({ name, icon, places }) => (
        <Group key={name} {...folding(name, icon)}>
          <ul aria-label={name} className="nav-inner">
            {places.map((place) => (
              <li key={place.to}>
                <PlaceLink place={place}>{place.label}</PlaceLink>
              </li>
            ))}
          </ul>
        </Group>
      ))}
      <Group {...folding('Settings', 'gear')}>
        <SettingsList storeId={storeId} />
      </Group>
    </nav>
  )
}

type GroupProps = {
  name: GroupName
  icon: IconName
  isOpen: boolean
  isHere: boolean
  onToggle(): void
  children: ReactNode
}

function Group({ name, icon, isOpen, isHere, onToggle, children }: GroupProps) {
  return (
    <div>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
        className={`nav-place w-full text-left ${isHere ? 'text-text' : 'text-quiet'}`}
      >
        <Icon name={icon} className="size-[1.125rem]" />
        <span className="flex-1">{name}</span>
        <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} className="size-4" />
      </button>
      {isOpen && children}
    </div>
  )
}

function PlaceLink({ place, children }: { place: Place; children: ReactNode }) {
  const storeId = useStoreId()
  const { pathname } = useLocation()
  return (
    <Link
      to={place.to}
      params={{ storeId } as never}
      className="nav-place nav-link"
      {...(place.letter && { 'aria-keyshortcuts': `g ${place.letter}` })}
      activeOptions={{ exact: place.isExact === true, includeSearch: false }}
      {...(isAt(pathname, storeId, place) && { 'data-status': 'active', 'aria-current': 'page' })}
    >
      {children}
    </Link>
  )
}

const noFilters = {}

function PendingCount({ storeId }: { storeId: string }) {
  const counts = useCounts(storeId, noFilters)
  if (!counts?.pending) return null
  return (
    <span className="nav-count">
      {counts.pending > 999 ? '999+' : counts.pending}
      <span className="sr-only"> pending</span>
    </span>
  )
}
