import { isIP } from 'node:net'
import { badUserInputAt } from '../../../errors.js'
import { inputReader } from '../../../lib/input-reader.js'
import { isPublicAddress } from './addresses.js'
import type { WebhookDraft } from './models.js'

const maxUrlLength = 2000
/** Ports below that are used by other protocols than HTTP. */
const firstFreePort = 1024
const commonPorts = ['', '80', '443']
/** The URLs to which webhooks may be sent. */
export interface UrlRules {
  allowHttp: boolean
  allowPrivateAddresses: boolean
}

/** @throws AppError BAD_USER_INPUT */
export function readWebhook(draft: WebhookDraft, rules: UrlRules): Required<WebhookDraft> {
  const id = inputReader(draft, 'input').id('id')
  const events = [...new Set(draft.events)]
  if (events.length === 0) throw badUserInputAt('input.events', 'must contain at least one event.')
  const ping = events.findIndex(event => event === 'PING')
  if (ping >= 0) throw badUserInputAt(`input.events[${ping}]`, 'must not be PING: use testWebhook.')
  return { id, url: readUrl(draft.url, rules), events, isEnabled: draft.isEnabled ?? true }
}

/** @throws AppError BAD_USER_INPUT */
function readUrl(text: string, { allowHttp, allowPrivateAddresses }: UrlRules): string {
  const refuse = (problem: string) => badUserInputAt('input.url', problem)
  if (text.length > maxUrlLength) throw refuse(`must have at most ${maxUrlLength} characters.`)
  if (!URL.canParse(text)) throw refuse('must be a URL, such as https://example.com/webhook.')
  const url = new URL(text)
  if (url.protocol !== 'https:' && !(allowHttp && url.protocol === 'http:'))
    throw refuse('must begin with https://.')
  if (url.username !== '' || url.password !== '') throw refuse('must not contain a user name or a password.')
  if (!commonPorts.includes(url.port) && Number(url.port) < firstFreePort)
    throw refuse('must have the port 80 or 443, or one from 1024.')
  const hostname = url.hostname.replace(/^\[|\]$/g, '')
  const isPrivate = isIP(hostname) === 0 ? /(^|\.)localhost\.?$/.test(hostname) : !isPublicAddress(hostname)
  if (isPrivate && !allowPrivateAddresses)
    throw refuse('must have a public address, not one of this machine or of a private network.')
  url.hash = ''
  return url.href
}
