// What is written of a row and not saved yet: kept when the page is left, taken back step by step, and sent as what differs.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { sessionQuery } from '../api/account/session.ts'
import { toast } from '../components/toasts.ts'
import { forgetDraft, keepDraft, keptDraft } from '../state/kept-drafts.ts'
import { type History, type Typing, undone, withChange } from '../state/undo.ts'
import { useStoreId } from './store/use-store.ts'

type Row = { updatedAt: string } | undefined

type Asked<Base extends Row, Draft extends object, Body extends object> = {
  /** Of which editor and which row: what was kept by one is found by no other. */
  name: string
  row: Base
  draftOf(row: Base): Draft
  /** As it is sent. */
  bodyOf(draft: Draft): Body
}

type State<Base, Draft> = History<Draft> & { base: Base; wasKept: boolean }
type Kept<Base, Draft> = { base?: Base; draft: Draft }

export type Drafting<Base extends Row, Draft, Body> = {
  /** As the row was read when somebody began to write: of two editors the second is told, and what stands here stays. */
  base: Base
  draft: Draft
  set(change: Partial<Draft>): void
  /** Only what differs, so that two people can change two things. */
  changes: Partial<Body>
  isChanged: boolean
  /** Whether this was typed before the page was opened. */
  wasKept: boolean
  /** Whether it is here when one comes back: not what is too long, or where the browser keeps nothing. */
  isKept: boolean
  /** Undefined where there is nothing to take back. */
  undo: (() => void) | undefined
  /** Begins anew, from what is saved; offers to take that back. */
  discard(): void
  /** After saving, and for what was saved in another way. */
  take(row: Base): void
  /** Goes on with the same draft, on top of what is saved now. */
  rebase(row: Base): void
}

export function useDraft<Base extends Row, Draft extends object, Body extends object>(
  asked: Asked<Base, Draft, Body>,
): Drafting<Base, Draft, Body> {
  const { row, draftOf, bodyOf } = asked
  const client = useQueryClient()
  const storeId = useStoreId()
  // Of who came in: an editor that is still there when a session ends is theirs.
  const [name] = useState(() => `${client.getQueryData(sessionQuery.queryKey)?.user.id} ${storeId} ${asked.name}`)
  const fresh = (base: Base): State<Base, Draft> => ({ base, draft: draftOf(base), past: [], wasKept: false })
  const [state, setState] = useState<State<Base, Draft>>(() => {
    const kept = keptDraft(name) as Kept<Base, Draft> | undefined
    if (!kept) return fresh(row)
    const base = kept.base ?? row
    // A field that has come since has its usual value.
    return { base, draft: { ...draftOf(base), ...kept.draft }, past: [draftOf(base)], wasKept: true }
  })
  const { base, draft, past, wasKept } = state
  const changes = differing(bodyOf(draft), bodyOf(draftOf(base)))
  const isChanged = Object.keys(changes).length > 0
  if (!isChanged && base?.updatedAt !== row?.updatedAt) setState(fresh(row))
  const { isKept, forget } = useKeeping(name, isChanged ? { draft, ...(base && { base }) } : undefined)
  // At once, since an editor that closes is not drawn again.
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

/** A click on a button is a step of its own, however soon it comes. */
function typingNow(): Typing | undefined {
  const field = document.activeElement
  const isText =
    field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && kinds.includes(field.type))
  return isText ? { field, at: Date.now() } : undefined
}

const pauseMs = 300

/** Written down when the typing pauses, and at the latest when the editor or the page goes. */
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
