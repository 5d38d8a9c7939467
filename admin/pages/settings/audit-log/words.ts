import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { AuditEntry } from '../../../api/account.ts'
import { keysQuery } from '../../../api/keys.ts'
import { sessionQuery } from '../../../api/session.ts'
import { useStoreId } from '../../../shell/use-store.ts'

const typeNames: Record<string, string> = {
  api_key: 'API key',
  key: 'API key',
  user: 'User',
  operator: 'Operator',
  system: 'Evident',
}

/** The log holds ids; a key that still stands and the person who reads can be named. */
export function useActorNames(): (actor: AuditEntry['actor']) => string {
  const { data: session } = useQuery(sessionQuery)
  const { data: keys } = useInfiniteQuery(keysQuery(useStoreId()))
  const keyNames = new Map(keys?.pages.flatMap((page) => page.data).map((key) => [key.id, key.name]))
  return (actor) => {
    if (actor.id !== undefined && actor.id === session?.user.id) return 'You'
    const keyName = actor.id && keyNames.get(actor.id)
    return keyName ? `API key “${keyName}”` : partyText(actor)
  }
}

export function partyText(party: AuditEntry['target']): string {
  if (!party) return ''
  const type = typeNames[party.type] ?? party.type.replaceAll('_', ' ')
  const name = party.name ?? (party.id && `…${party.id.slice(-6)}`)
  return name ? `${type} ${name}` : type
}

export function detailsText(details: AuditEntry['details']): string {
  return Object.entries(details ?? {})
    .map(([name, value]) => [name, textOf(value)] as const)
    .filter(([, text]) => text !== '')
    .map(([name, text]) => `${name}: ${text}`)
    .join(', ')
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
