// What was used last, as far as the room goes. Counted in characters of source, since that is what grows.
export class SizedCache<T> {
  private readonly entries = new Map<string, { value: T; size: number }>()
  private readonly room: number
  private used = 0

  constructor(room: number) {
    this.room = room
  }

  get(key: string): T | undefined {
    const found = this.entries.get(key)
    if (!found) return undefined
    // Used last, so the last to go.
    this.entries.delete(key)
    this.entries.set(key, found)
    return found.value
  }

  set(key: string, value: T, size: number): void {
    if (this.entries.has(key)) return
    this.entries.set(key, { value, size })
    this.used += size
    for (const [oldest, { size: freed }] of this.entries) {
      if (this.used <= this.room) break
      this.entries.delete(oldest)
      this.used -= freed
    }
  }

  inUse() {
    return { entries: this.entries.size, characters: this.used, room: this.room }
  }
}
