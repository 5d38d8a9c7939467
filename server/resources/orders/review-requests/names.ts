/** The job that sends what is due in one store; the schedule and the settings know it by this name. */
export const sendJob = 'orders.send_review_requests'
