import tap from 'tap'
import { entry, kg, rule, set, createTrial, weeksOf, type Session } from './plans.js'

const fifty = (text: string) => Array.from({ length: 50 }, () => text)
const three = [1, 2, 3].map(() => set({ load: kg(60) }))
const squats = (key: string | null, type: 'LINEAR' | 'REP_SUM' = 'LINEAR') =>
  entry('squat', rule(type, { key, ...(type === 'REP_SUM' && { reps: 15 }) }), three)

/** Returns the number of kept sets of each entry and the reasons of the next day. */
function trained(planned: ReturnType<typeof squats>[], session: Session) {
  const one = createTrial({ weeks: weeksOf(2, [planned]) })
  const [day] = one.log([session])
  const kept = day!.exercises.flatMap(({ entries }) => entries.map(({ sets }) => sets.length))
  return { kept, next: one.next([session]).map(text => text.split(' ')[0]) }
}

tap.test('keeps as many sets per track as planned', t => {
  const logged: Session = [
    ['squat', ...fifty('60x5')],
    ['squat', ...fifty('60x5')],
    ['squat', '60x5', '60x5', '60x5'],
  ]
  const same = [squats(null), squats(null), squats(null)]
  t.same(trained(same, logged), { kept: [9, 0, 0], next: ['RAISED', 'RAISED', 'RAISED'] })
  const each = [squats('a'), squats('b'), squats('c')]
  t.same(trained(each, logged), { kept: [3, 3, 3], next: ['RAISED', 'RAISED', 'RAISED'] })
  const some = [squats('a'), squats('b'), squats('a')]
  t.same(trained(some, logged), { kept: [6, 3, 0], next: ['RAISED', 'RAISED', 'RAISED'] })
  t.end()
})

tap.test('keeps sets in order if the number of entries differs from the plan', t => {
  const two: Session = [
    ['squat', ...fifty('60x5')],
    ['squat', '60x4'],
  ]
  const each = [squats('a'), squats('b'), squats('c')]
  t.same(trained(each, two), { kept: [9, 0], next: ['RAISED', 'RAISED', 'RAISED'] })
  t.same(trained([squats(null)], two), { kept: [3, 0], next: ['RAISED'] })
  const late: Session = [...two].reverse()
  t.same(trained([squats(null)], late), { kept: [1, 2], next: ['HELD'] })
  t.end()
})

tap.test('keeps fifty extra sets for REP_SUM', t => {
  const many: Session = [['squat', ...fifty('60x0'), ...fifty('60x5')]]
  t.same(trained([squats(null, 'REP_SUM')], many), { kept: [53], next: ['RAISED'] })
  const spread: Session = [
    ['squat', ...fifty('60x0')],
    ['squat', '60x5'],
    ['squat', '60x10'],
    ['squat', '60x0'],
  ]
  t.same(trained([squats(null, 'REP_SUM')], spread), { kept: [50, 1, 1, 1], next: ['RAISED'] })
  const mixed = [squats('a', 'REP_SUM'), squats('b')]
  const both: Session = [
    ['squat', ...fifty('60x5')],
    ['squat', ...fifty('60x5')],
  ]
  t.same(trained(mixed, both), { kept: [50, 3], next: ['RAISED', 'RAISED'] })
  t.end()
})

tap.test('does not count planned warm-up sets', t => {
  const planned = entry('squat', rule('LINEAR'), [set({ type: 'WARMUP' }), set({ load: kg(60) })])
  t.same(trained([planned], [['squat', '60x5', '60x4']]), { kept: [1], next: ['RAISED'] })
  t.end()
})
