/** An account that the pages for development offer to sign in with. */
export interface DemoAccount {
  email: string
  password: string
  role: string
}
