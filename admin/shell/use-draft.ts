import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { sessionQuery } from '../api/account/session.ts'
import { toast } from '../components/toasts.ts'
import { forgetDraft, keepDraft, keptDraft } from '../state/kept-drafts.ts'
import { type History, type Typing, undone, withChange } from '../state/undo.ts'
import { useStoreId } from './store/use-store.ts'

type Row = { updatedAt: string } | undefined

type DraftOptions<Base extends Row, Draft extends object, Body extends object> = {
  /** Key of the editor and its row, so that drafts never mix. */
  name: string
  row: Base
  toDraft(row: Base): Draft
  toBody(draft: Draft): Body
}

type State<Base, Draft> = History<Draft> & { base: Base; wasKept: boolean }
type StoredDraft<Base, Draft> = { base?: Base; draft: Draft }

export type Drafting<Base extends Row, Draft, Body> = {
  /** The row as it was when editing began. If somebody changes the row, a conflict is reported and the draft stays. */
  base: Base
  draft: Draft
  set(change: Partial<Draft>): void
  /** Changed fields only, so that two people can change different fields. */
  changes: Partial<Body>
  isChanged: boolean
  wasKept: boolean
  isKept: boolean
  undo: (() => void) | undefined
  discard(): void
  take(row: Base): void
  rebase(row: Base): void
}

export function useDraft<Base extends Row, Draft extends object, Body extends object>(
  asked: DraftOptions<Base, Draft, Body>,
): Drafting<Base, Draft, Body> {
  const { row, toDraft, toBody } = asked
  const client = useQueryClient()
  const storeId = useStoreId()
  // Fixed at mount. If the session ends while the editor is open, the draft still belongs to the person who opened the
  // editor.
  const [name] = useState(() => `${client.getQueryData(sessionQuery.queryKey)?.user.id} ${storeId} ${asked.name}`)
  const fresh = (base: Base): State<Base, Draft> => ({ base, draft: toDraft(base), past: [], wasKept: false })
  const [state, setState] = useState<State<Base, Draft>>(() => {
    const kept = keptDraft(name) as StoredDraft<Base, Draft> | undefined
    if (!kept) return fresh(row)
    const base = kept.base ?? row
    // A field that did not exist when the draft was stored gets its default.
    return { base, draft: { ...toDraft(base), ...kept.draft }, past: [toDraft(base)], wasKept: true }
  })
  const { base, draft, past, wasKept } = state
  const changes = differing(toBody(draft), toBody(toDraft(base)))
  const isChanged = Object.keys(changes).length > 0
  if (!isChanged && base?.updatedAt !== row?.updatedAt) setState(fresh(row))
  const { isKept, forget } = useKeeping(name, isChanged ? { draft, ...(base && { base }) } : undefined)
  // Deletes the draft immediately, because an unmounted editor does not render again.
  const take = (saved: Base) => {
    forget()
    setState(fresh(saved))
  }
  return {
    base,
    draft,
    changes,
    isChanged,
    wasKept: wasKept && isChanged,
    isKept,
    set: (change) => {
      const typing = typingNow()
      setState((now) => ({ ...now, ...withChange(now, { ...now.draft, ...change }, typing) }))
    },
    undo: past.length > 0 ? () => setState((now) => ({ ...now, ...undone(now) })) : undefined,
    discard: () => {
      take(row)
      if (isChanged) toast('Discarded.', { action: { label: 'Undo', run: () => setState(state) } })
    },
    take,
    rebase: (saved) => setState((now) => ({ ...now, base: saved })),
  }
}

function differing<Body extends object>(now: Body, before: Body): Partial<Body> {
  const changed = Object.entries(now).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field as keyof Body]),
  )
  return Object.fromEntries(changed) as Partial<Body>
}

const kinds = ['text', 'search', 'url', 'email', 'number', 'tel']

/** Undefined outside text fields, so that a button click is its own undo step. */
function typingNow(): Typing | undefined {
  const field = document.activeElement
  const isText =
    field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && kinds.includes(field.type))
  return isText ? { field, at: Date.now() } : undefined
}

const pauseMs = 300

function useKeeping(name: string, value: object | undefined): { isKept: boolean; forget(): void } {
  const [isKept, setKept] = useState(true)
  const latest = useRef({ value, isWritten: true })
  if (JSON.stringify(latest.current.value) !== JSON.stringify(value)) latest.current = { value, isWritten: false }
  const write = () => {
    const now = latest.current
    if (now.isWritten) return true
    now.isWritten = true
    if (now.value) return keepDraft(name, now.value)
    forgetDraft(name)
    return true
  }
  useEffect(() => {
    const timer = setTimeout(() => setKept(write()), pauseMs)
    return () => clearTimeout(timer)
  })
  useEffect(() => {
    window.addEventListener('pagehide', write)
    return () => {
      window.removeEventListener('pagehide', write)
      write()
    }
  }, [])
  const forget = () => {
    latest.current = { value: undefined, isWritten: true }
    forgetDraft(name)
  }
  return { isKept, forget }
}
