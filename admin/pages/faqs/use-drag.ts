import { useState } from 'react'

export function useDrag(move: (from: number, to: number) => void) {
  const [from, setFrom] = useState<number>()
  const [over, setOver] = useState<number>()
  const end = () => {
    setFrom(undefined)
    setOver(undefined)
  }
  const of = (place: number) => ({
    isOver: from !== undefined && from !== place && over === place,
    onStart: () => setFrom(place),
    onOver: () => setOver(place),
    onEnd: end,
    onDrop() {
      if (from !== undefined) move(from, place)
      end()
    },
  })
  return { of }
}
