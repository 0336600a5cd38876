import type { Test } from 'tap'

/** Until the test ends, `performance.now` tells what the test says, however quick or busy the machine is. */
export function stoppedClock(t: Pick<Test, 'teardown'>) {
  let time = 0
  performance.now = () => time
  t.teardown(() => Reflect.deleteProperty(performance, 'now'))
  return { advance: (milliseconds: number) => void (time += milliseconds) }
}
