export const mailJob = 'review_incentives.mail_rewards'
export const tellJob = 'review_incentives.tell_owners'
