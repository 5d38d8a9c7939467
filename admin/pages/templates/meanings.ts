export const templateMeanings: Readonly<Record<string, string>> = {
  review_request: 'Asks a customer for a review of what they bought.',
  review_reminder: 'Reminds customers who did not open the form.',
  review_confirmation: 'Asks the author of a review on your pages to confirm their address.',
  review_reply: 'Tells a customer that you replied to their review.',
  review_rejected: 'Tells a customer that their review was rejected, why, and where they can object.',
  review_appeal: 'Tells a customer who objected to a rejection what you decided.',
  faq_answer: 'Tells a shopper that their question was answered, once the answer can be read.',
  lead_confirmation: "Asks a visitor who wrote by a gallery's form to confirm their address.",
  lead_notice: "Tells you what visitors wrote by a gallery's form: one of them, or many in a digest.",
  review_reward: 'Sends a customer the code that they were offered for a review, with any rating.',
  sequence_mail: 'A mail of a sequence, in the words of its step.',
}
