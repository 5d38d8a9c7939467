import { useEffect, useState } from 'react'

const pauseMs = 400

export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  const text = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text)), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
