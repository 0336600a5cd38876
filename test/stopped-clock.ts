import type { Test } from 'tap'

/** Until the end of the test, `performance.now` returns the time that the test sets, regardless of the machine. */
export function stoppedClock(t: Pick<Test, 'teardown'>) {
  let time = 0
  performance.now = () => time
  t.teardown(() => Reflect.deleteProperty(performance, 'now'))
  return { advance: (milliseconds: number) => void (time += milliseconds) }
}
