// biome-ignore-all lint/a11y/useSemanticElements: an input cannot show chips
import { type KeyboardEvent, type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { type Part, parseParts } from './chips.ts'

/** Inserts Liquid where the cursor was last. */
export type ChipEditor = { insert(source: string): void }

type Props = {
  id: string
  label: string
  value: string
  rows: number
  lang: string
  isDisabled: boolean
  'aria-describedby'?: string
  'aria-invalid'?: true
  editor: RefObject<ChipEditor | null>
  onFocus(): void
  onChange(value: string): void
}

/** A text in which Liquid is shown as chips. The browser edits the text, and we read it after each change. */
export function ChipField({ label, value, rows, isDisabled, editor, onFocus, onChange, ...control }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const shown = useRef<string>(undefined)
  const cursor = useRef<Range>(undefined)
  useLayoutEffect(() => {
    if (!box.current || shown.current === value) return
    shown.current = value
    fill(box.current, value)
  }, [value])
  useEffect(() => {
    const remember = () => {
      const range = document.getSelection()?.rangeCount ? document.getSelection()?.getRangeAt(0) : undefined
      if (range && box.current?.contains(range.commonAncestorContainer)) cursor.current = range.cloneRange()
    }
    document.addEventListener('selectionchange', remember)
    return () => document.removeEventListener('selectionchange', remember)
  }, [])
  const read = () => {
    if (!box.current) return
    deleteOrphans(box.current)
    shown.current = readSource(box.current)
    onChange(shown.current)
  }
  useImperativeHandle(editor, () => ({
    insert(source) {
      const target = box.current
      if (!target) return
      const range = cursor.current ?? document.createRange()
      if (!target.contains(range.commonAncestorContainer)) {
        range.selectNodeContents(target)
        range.collapse(false)
      }
      range.deleteContents()
      const nodes = parseParts(source).map(toNode)
      for (const node of nodes.toReversed()) range.insertNode(node)
      const last = nodes.at(-1)
      if (last) range.setStartAfter(last)
      range.collapse(true)
      target.focus()
      document.getSelection()?.removeAllRanges()
      document.getSelection()?.addRange(range)
      read()
    },
  }))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && rows === 1) event.preventDefault()
  }
  return (
    <div
      {...control}
      ref={box}
      role="textbox"
      tabIndex={isDisabled ? -1 : 0}
      aria-label={label}
      aria-multiline={rows > 1}
      aria-disabled={isDisabled || undefined}
      contentEditable={isDisabled ? false : 'plaintext-only'}
      suppressContentEditableWarning
      spellCheck
      dir="auto"
      className="control h-auto min-h-10 py-2 leading-relaxed break-words whitespace-pre-wrap"
      style={{ minHeight: rows > 1 ? `${rows * 1.6}rem` : undefined }}
      onFocus={onFocus}
      onBlur={() => {
        // Liquid that was typed by hand becomes chips.
        if (box.current && shown.current !== undefined && /\{[{%]/.test(box.current.textContent ?? ''))
          fill(box.current, shown.current)
      }}
      onInput={read}
      onKeyDown={onKeyDown}
    />
  )
}

function fill(box: HTMLElement, source: string): void {
  box.replaceChildren(...parseParts(source).map(toNode))
}

function toNode({ source, label, group }: Part): Node {
  if (label === undefined) return document.createTextNode(source)
  const chip = document.createElement('span')
  chip.contentEditable = 'false'
  chip.dataset.source = source
  if (group !== undefined) chip.dataset.group = String(group)
  chip.title = source
  chip.textContent = label
  chip.className =
    group === undefined
      ? 'mx-0.5 whitespace-nowrap rounded-md bg-accent-wash px-1.5 py-0.5 text-sm font-medium text-accent'
      : 'mx-0.5 whitespace-nowrap rounded-md border border-line-strong px-1.5 py-0.5 text-xs text-quiet'
  return chip
}

function readSource(node: Node): string {
  if (node instanceof Text) return node.data.replaceAll('\u00a0', ' ')
  if (node instanceof HTMLBRElement) return '\n'
  if (node instanceof HTMLElement && node.dataset.source !== undefined) return node.dataset.source
  return [...node.childNodes].map(readSource).join('')
}

/**
 * A condition that lost one of its tags would be an error, so its other tags are deleted too. The text between the tags
 * stays.
 */
function deleteOrphans(box: HTMLElement): void {
  const chips = [...box.querySelectorAll<HTMLElement>('[data-group]')]
  for (const [, tags] of Map.groupBy(chips, ({ dataset }) => dataset.group)) {
    const has = (pattern: RegExp) => tags.some(({ dataset }) => pattern.test(dataset.source ?? ''))
    if (!has(/^\{%-?\s*(?:if|unless|for|case)\b/) || !has(/^\{%-?\s*end/)) for (const tag of tags) tag.remove()
  }
}
