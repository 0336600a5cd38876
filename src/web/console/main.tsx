import { render } from 'preact'
import { Console } from './console.js'
import { loadSession } from './session.js'

render(<Console />, document.body)
void loadSession()
