import { setTimeout as pause } from 'node:timers/promises'
import { tokenIn, type Mailbox } from '../mailbox.js'
import { createFeed } from './feed.js'
import type { Way } from './http.js'
import { listenLive } from './live.js'
import { chance } from './model.js'
import { checking, createPerson } from './person.js'
import { createAlbum } from './photos.js'
import { createSession } from './session.js'
import { createTally, type Tally } from './tally.js'

/** Between two things that somebody does, in milliseconds, at most. */
const thinking = 300
/** How long a change may take to be heard of, in milliseconds, and how many may go unheard. */
const [patience, attempts] = [5_000, 4]

/** People who use the service through its proxy, each with a device that stays signed in. */
export async function gather(way: Way, mails: Mailbox, count: number) {
  let tally = createTally()
  const current = () => tally
  const users: Awaited<ReturnType<typeof join>>[] = []
  for (let number = 1; number <= count; number++) users.push(await join(way, mails, number, current))

  return {
    /** From now on what happens counts for another scene. */
    begin(): Tally {
      tally = createTally()
      return tally
    },
    /** Everybody does one thing after the other. @returns ends it, when the last one is done */
    bustle(): () => Promise<void> {
      const end = new AbortController()
      const all = users.map(({ bustle }) => bustle(end.signal))
      return async () => {
        end.abort()
        await Promise.all(all)
      }
    },
    /** Is everything there, and does everybody hear of changes? */
    verify: () => Promise.all(users.map(({ verify }) => verify())),
    /** As those do whose refresh token has come to its end. */
    signInAgain: () => Promise.all(users.map(({ signIn }) => signIn())),
    leave(): void {
      for (const { leave } of users) leave()
    },
  }
}

async function join(way: Way, mails: Mailbox, number: number, tally: () => Tally) {
  const account = { email: `person-${number}@example.com`, password: `three blue bicycles ${number}` }
  const session = createSession(way, tally)
  await session.post('/auth/register', { ...account, username: `person_${number}` })
  await session.post('/auth/verify-email', { token: tokenIn(await mails.next()) })
  await session.logIn(account)
  const check = checking(tally)
  const user = createPerson(session, account.email, check)
  await user.begin()
  const album = createAlbum(way, session, user.model, check)
  const feed = createFeed(session, user.model, check, tally)
  const live = listenLive(way, session)

  /** How often of all: what screens read, what is written, and what is seldom. */
  const deeds: [number, () => Promise<unknown>][] = [
    [20, user.lookAtProfile],
    [15, user.lookAtHome],
    [10, user.lookAtHistory],
    [25, user.write],
    [10, user.weigh],
    [5, user.rename],
    [10, feed.pull],
    [2, album.photograph],
    [3, album.look],
  ]
  const sum = deeds.reduce((total, [share]) => total + share, 0)

  function deed(): () => Promise<unknown> {
    let left = chance(sum)
    return deeds.find(([share]) => (left -= share) < 0)?.[1] ?? user.lookAtProfile
  }

  async function bustle(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await deed()()
      await pause(chance(thinking))
    }
  }

  async function hears(): Promise<boolean> {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const before = live.heard()
      await user.rename()
      for (const end = Date.now() + patience; Date.now() < end;) {
        if (live.heard() > before) return true
        await pause(20)
      }
    }
    return false
  }

  async function verify(): Promise<void> {
    await feed.pull()
    await feed.verify()
    await user.lookAtProfile()
    await album.look()
    if (!(await hears())) tally().note('unheard', account.email)
  }

  return { bustle, verify, signIn: () => session.logIn(account), leave: live.close }
}
