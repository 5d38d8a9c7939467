/** One event. `id` stays the same however often a job of it runs. */
export type Published<Data = object> = { id: string; name: string; data: Data }
