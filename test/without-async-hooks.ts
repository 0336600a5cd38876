/**
 * Loaded before tap into the processes of tests. tap follows every promise with a hook of `async_hooks`, to attribute an
 * error that nothing catches to the test that caused it. This takes a tenth of the processor time. Without the hook, such
 * an error ends the process, and the run fails, too.
 */
import hooks from 'node:async_hooks'
import { syncBuiltinESMExports } from 'node:module'

hooks.createHook = () => {
  const hook = { enable: () => hook, disable: () => hook }
  return hook
}
syncBuiltinESMExports()
