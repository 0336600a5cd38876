import { openSession, type Session } from './session.js'

/** Connects the bar above GraphiQL, which shows the user, to a session. */
export function signInBar(): Session {
  const signIn = element('sign-in', HTMLFormElement)
  const signOut = element('sign-out', HTMLFormElement)
  const email = element('email', HTMLInputElement)
  const password = element('password', HTMLInputElement)
  const account = element('account', HTMLElement)
  const notice = element('notice', HTMLElement)

  const session = openSession((user, text) => {
    signIn.hidden = user !== null
    signOut.hidden = user === null
    account.textContent = user ? `${user.email} (${user.role})` : ''
    notice.textContent = text
  })

  onSubmit(signIn, () => session.signIn(email.value, password.value))
  onSubmit(signOut, () => session.signOut())
  return session
}

/** Runs the action instead of sending the form. Its button is disabled in the meantime. */
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
  throw new Error(`The page has no element #${id}.`)
}
