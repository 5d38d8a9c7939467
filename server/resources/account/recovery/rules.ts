export const resetMail = 'account.mail_password_reset'

export const resetUrl = (origin: string, token: string) => `${origin}/admin/reset-password/${token}`
