/** Name of the job that sends due requests of one store, shared by the schedule and the settings. */
export const sendJob = 'orders.send_review_requests'
