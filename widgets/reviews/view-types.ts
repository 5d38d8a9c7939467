// What the parts of the tree are handed, and the buttons that several of them have.
import { h, type VNode } from 'preact'
import type { Review } from '../wire.ts'
import type { ListOptions, State } from './feed.ts'
import type { Labels } from './labels.ts'

/** What `h` gives for an element of HTML, whatever its attributes. */
// biome-ignore lint/suspicious/noExplicitAny: Preact's types let no VNode of other attributes pass
export type Node = VNode<any>

export type Actions = {
  choose(change: Partial<ListOptions>): void
  more(): void
  retry(): void
  write(): void
  report(review: Review): void
  look(review: Review, index: number): void
  unfold(review: Review): void
  /** Lets the widget grow beyond the place that was kept for it. */
  release(): void
}

/** What comes with `browsing.ts`. */
export type Browsing = {
  controls(view: View): Node
  /** What all say about what the store asks. */
  averages(view: View): Node | false
  /** What this one says. */
  answers(review: Review, labels: Labels): Node | false
  voting(review: Review, labels: Labels): Node
}

export type View = {
  state: State
  labels: Labels
  act: Actions
  /** Long texts that were opened. */
  unfolded: ReadonlySet<string>
  /** More is there than fits the place kept for it. */
  isCut: boolean
  dialog: Node | null
  /** Undefined where it could not be fetched: the reviews can still be read. */
  browsing?: Browsing | undefined
  /** Where anybody sees what became of the store's reviews. */
  evidence: string
}

export const button = (name: string, onClick: () => void, ...inside: (Node | string)[]): Node =>
  h('button', { type: 'button', class: name, part: name, onClick }, inside)

export const writing = ({ state, labels, act }: View): Node | false =>
  !!state.config?.form.enabled && button('write', act.write, labels.write)
