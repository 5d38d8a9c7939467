type Fields = { name: string; email: string; organization: string; origin: string; password?: string }
type Problems = { [Name in keyof Fields]?: string }

const shortestPassword = 10

/** Finds the problems of all fields together, so that a person corrects them in one step. */
export function findAccountProblems({ name, email, organization, origin, password }: Fields): Problems {
  return {
    ...(name.trim() === '' && { name: 'Enter your name.' }),
    ...(!/^[^\s@]+@[^\s@]+$/.test(email.trim()) && { email: 'Enter an email address, such as jane@example.com.' }),
    ...(password !== undefined &&
      password.length < shortestPassword && { password: 'Enter a password with at least 10 characters.' }),
    ...(organization.trim() === '' && { organization: 'Enter the name of your organization.' }),
    ...(origin.trim() === '' && { origin: 'Enter the address of your shop.' }),
  }
}
