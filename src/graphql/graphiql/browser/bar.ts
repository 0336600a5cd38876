import { openSession, type Session } from './session.js'

/** The bar above GraphiQL: sign in, who is signed in, sign out. */
export function signInBar(): Session {
  const signIn = element('sign-in', HTMLFormElement)
  const signOut = element('sign-out', HTMLFormElement)
  const email = element('email', HTMLInputElement)
  const password = element('password', HTMLInputElement)
  const account = element('account', HTMLElement)
  const notice = element('notice', HTMLElement)

  const session = openSession((who, text) => {
    signIn.hidden = who !== null
    signOut.hidden = who === null
    account.textContent = who ? `${who.email} (${who.role})` : ''
    notice.textContent = text
  })

  onSubmit(signIn, () => session.signIn(email.value, password.value))
  onSubmit(signOut, () => session.signOut())
  return session
}

/** Runs the action instead of sending the form; its button rests meanwhile. */
function onSubmit(form: HTMLFormElement, action: () => Promise<void>): void {
  const button = form.querySelector('button')
  form.addEventListener('submit', event => {
    event.preventDefault()
    if (button) button.disabled = true
    void action().finally(() => {
      if (button) button.disabled = false
    })
  })
}

function element<T extends HTMLElement>(id: string, type: new () => T): T {
  const found = document.getElementById(id)
  if (found instanceof type) return found
  throw new Error(`The page lacks #${id}.`)
}
