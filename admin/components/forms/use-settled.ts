import { useEffect, useState } from 'react'

const pauseMs = 400

/** What is being typed, once the typing pauses: for what is asked of the service meanwhile. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  const text = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text)), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
