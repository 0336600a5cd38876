import './supported-node.js'
import './compile-cache.js'
import { removeExitHandlers } from './early-signals.js'

const { serve } = await import('./serve.js')
serve(removeExitHandlers)
