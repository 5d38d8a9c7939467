export const sendJob = 'orders.send_review_requests'
