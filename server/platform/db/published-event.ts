/**
 * One event. `id` is the same in every run of its jobs. Events for webhooks say whether the event log contains them; others
 * are for areas alone.
 */
export type PublishedEvent<Data = object> = { id: string; name: string; data: Data; logged?: boolean }
