/** `id` is the same in every run of the event's jobs. `logged` is set for webhook events only. */
export type PublishedEvent<Data = object> = { id: string; name: string; data: Data; logged?: boolean }
