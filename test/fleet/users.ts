import { setTimeout as pause } from 'node:timers/promises'
import { tokenIn, type Mailbox } from '../mailbox.js'
import { createFeed } from './feed.js'
import type { Connection } from './http.js'
import { listenLive } from './live.js'
import { randomBelow } from './model.js'
import { createCheck, createSimulatedUser } from './user.js'
import { createAlbum } from './album.js'
import { createSession } from './session.js'
import { createStatistics, type Statistics } from './statistics.js'

/** Longest pause between two actions of a user, in milliseconds. */
const maxThinkTime = 300
/** Longest wait for the event of a change, in milliseconds, and how many changes to try. */
const [eventTimeout, attempts] = [5_000, 4]

/** Simulates users who send requests through the proxy, each from one device that stays signed in. */
export async function simulateUsers(connection: Connection, mails: Mailbox, count: number) {
  let statistics = createStatistics()
  const current = () => statistics
  const users: Awaited<ReturnType<typeof createUser>>[] = []
  for (let number = 1; number <= count; number++)
    users.push(await createUser(connection, mails, number, current))

  return {
    /** Starts new statistics, for the next scenario. */
    startScenario(): Statistics {
      statistics = createStatistics()
      return statistics
    },
    /** Starts the load: each user runs one action after another. @returns stops it, and resolves after the last action */
    start(): () => Promise<void> {
      const end = new AbortController()
      const all = users.map(({ start }) => start(end.signal))
      return async () => {
        end.abort()
        await Promise.all(all)
      }
    },
    /** Checks that all acknowledged data is present and that each device receives change events. */
    verify: () => Promise.all(users.map(({ verify }) => verify())),
    /** Logs all users in again, as after the expiry of their refresh tokens. */
    signInAgain: () => Promise.all(users.map(({ signIn }) => signIn())),
    close(): void {
      for (const { close } of users) close()
    },
  }
}

async function createUser(
  connection: Connection,
  mails: Mailbox,
  number: number,
  statistics: () => Statistics,
) {
  const account = { email: `person-${number}@example.com`, password: `three blue bicycles ${number}` }
  const session = createSession(connection, statistics)
  await session.post('/auth/register', { ...account, username: `person_${number}` })
  await session.post('/auth/verify-email', { token: tokenIn(await mails.next()) })
  await session.logIn(account)
  const check = createCheck(statistics)
  const user = createSimulatedUser(session, account.email, check)
  await user.prepare()
  const album = createAlbum(connection, session, user.model, check)
  const feed = createFeed(session, user.model, check, statistics)
  const live = listenLive(connection, session)

  /** Actions with their relative frequencies. */
  const actions: [number, () => Promise<unknown>][] = [
    [20, user.readProfile],
    [15, user.readHome],
    [10, user.readHistory],
    [25, user.write],
    [10, user.saveMeasurement],
    [5, user.rename],
    [10, feed.pull],
    [2, album.upload],
    [3, album.verify],
  ]
  const sum = actions.reduce((total, [share]) => total + share, 0)

  function nextAction(): () => Promise<unknown> {
    let left = randomBelow(sum)
    return actions.find(([share]) => (left -= share) < 0)?.[1] ?? user.readProfile
  }

  async function start(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await nextAction()()
      await pause(randomBelow(maxThinkTime))
    }
  }

  async function receivesEvents(): Promise<boolean> {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const before = live.eventCount()
      await user.rename()
      for (const end = Date.now() + eventTimeout; Date.now() < end;) {
        if (live.eventCount() > before) return true
        await pause(20)
      }
    }
    return false
  }

  async function verify(): Promise<void> {
    await feed.pull()
    await feed.verify()
    await user.readProfile()
    await album.verify()
    if (!(await receivesEvents())) statistics().recordProblem('missedEvents', account.email)
  }

  return { start, verify, signIn: () => session.logIn(account), close: live.close }
}
