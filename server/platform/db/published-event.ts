/**
 * One event. `id` stays the same however often a job of it runs. Webhooks carry those that say whether the event log has them
 * too; the others are for areas alone.
 */
export type Published<Data = object> = { id: string; name: string; data: Data; logged?: boolean }
