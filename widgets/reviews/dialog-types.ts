import type { h as H } from 'preact'
import type { read as Read, Shop } from '../api.ts'
import type { Subject } from '../subject.ts'
import type { Feed } from './feed.ts'
import type { Labels } from './labels.ts'
import type { DialogRequest, Node } from './view-types.ts'

export type Props<Kind extends DialogRequest['kind'] = DialogRequest['kind']> = {
  asked: DialogRequest & { kind: Kind }
  h: typeof H
  shop: Shop
  subject: Subject
  /** The shop's signed customer token, for the form. */
  token: string | null
  labels: Labels
  feed: Feed
  read: typeof Read
  show(asked: DialogRequest | null): void
  /** Renders the open dialog again after more photos were loaded. */
  redraw(): void
}

export type Opening = Omit<Props, 'show' | 'redraw'> & { wear(css: string): void }

export type Frame = (props: Props, label: string, inside: unknown, listeners?: object) => Node
