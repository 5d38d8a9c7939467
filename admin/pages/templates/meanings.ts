export const templateMeanings: Readonly<Record<string, string>> = {
  review_request: 'Asks a customer to review what they bought.',
  review_reminder: 'Reminds customers who did not open the form.',
  review_confirmation: 'Asks the author of a review on your pages to confirm their address.',
  review_reply: 'Notifies a customer that you replied to their review.',
  review_rejected: 'Notifies a customer that their review was rejected, with the reason and a link to appeal.',
  review_appeal: 'Notifies a customer of your decision on their appeal.',
  faq_answer: 'Notifies a shopper that their question was answered.',
  lead_confirmation: "Asks a visitor who used a gallery's form to confirm their address.",
  lead_notice: "Notifies you of messages from a gallery's form, one by one or as a digest.",
  review_reward: 'Sends a customer the reward that you offered for a review. The rating does not matter.',
  sequence_mail: 'An email of a sequence, with the text of its step.',
}
