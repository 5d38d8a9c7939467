import { useEffect, useRef, useState } from 'react'
import { Icon } from '../Icon.tsx'

const pauseMs = 300

export function SearchBox({ label, value, onSearch }: { label: string; value: string; onSearch(q: string): void }) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value)
  const sent = useRef(value)

  useEffect(() => {
    // A link or the browser's back button changed the value.
    if (value !== sent.current) setText(value)
    sent.current = value
  }, [value])

  useEffect(() => {
    if (text.trim() === sent.current) return
    const timer = setTimeout(() => {
      sent.current = text.trim()
      onSearch(text.trim())
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [text, onSearch])

  useFocusOnSlash(input)

  return (
    <div className="relative min-w-60 flex-1">
      <Icon name="search" className="pointer-events-none absolute top-2 left-2.5 size-5 text-quiet" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        maxLength={200}
        onChange={(event) => setText(event.target.value)}
        className="h-9 w-full rounded-lg border border-line-strong bg-surface pr-2 pl-9 text-sm"
      />
    </div>
  )
}

function useFocusOnSlash(input: React.RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && event.target.closest('input, textarea, select, dialog')
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return
      event.preventDefault()
      input.current?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [input])
}
