import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { AppError } from '../../../errors.js'
import { clientOf } from '../../../http/client.js'
import { sendPage } from '../../../http/pages/page.js'
import { html } from '../../../lib/html.js'
import { defaultLocale, type Locale } from '../../../lib/locales.js'
import type { SharedItem, SharedItemKind } from './models.js'
import type { ShareLinkService } from './service.js'
import de from './translations/de.json' with { type: 'json' }
import en from './translations/en.json' with { type: 'json' }
import es from './translations/es.json' with { type: 'json' }

interface Options {
  shareLinks: ShareLinkService
  brandName: string
  urlOf(token: string): string
  /** Whether the service serves the web app, which can copy the item. */
  hasWebApp: boolean
}

interface Texts {
  kinds: Record<SharedItemKind, string>
  /** `{username}` is replaced. */
  sharedBy: string
  openInApp: string
  openInBrowser: string
  notFoundTitle: string
  notFound: string
}

const translations: Record<Locale, Texts> = { en, de, es }

const Params = Type.Object({ token: Type.String({ maxLength: 100 }) })
const config = { unsigned: true }

/** Serves the pages of share links at `/s/{token}`, for browsers and for previews in messengers. */
export const sharePages: FastifyPluginAsyncTypebox<Options> = async (
  app,
  { shareLinks, brandName, urlOf, hasWebApp },
) => {
  app.get('/s/:token', { config, schema: { hide: true, params: Params } }, async (request, reply) => {
    const { token } = request.params
    const locale = clientOf(request).locale ?? defaultLocale
    const { kinds, sharedBy, openInApp, openInBrowser, notFoundTitle, notFound } = translations[locale]
    const item = await find(token)
    if (!item)
      return sendPage(reply.code(404), {
        title: notFoundTitle,
        content: html`<p>${notFound}</p>`,
        locale,
        brandName,
      })
    const { title, ownerUsername, link } = item
    const description = `${kinds[link.subject.kind]} · ${sharedBy.replace('{username}', ownerUsername)}`
    return sendPage(reply, {
      title,
      locale,
      brandName,
      head: html`<meta name="robots" content="noindex" />
        <meta property="og:type" content="website" />
        <meta property="og:title" content="${title}" />
        <meta property="og:description" content="${description}" />
        <meta property="og:site_name" content="${brandName}" />
        <meta property="og:url" content="${urlOf(token)}" />`,
      content: html`<p>${description}</p>
        ${hasWebApp ? html`<p><a href="../app/#/shared/${token}">${openInBrowser}</a></p>` : ''}
        <p>${openInApp}</p>`,
    })
  })

  async function find(token: string): Promise<SharedItem | null> {
    try {
      return await shareLinks.get(token)
    } catch (error) {
      if (error instanceof AppError && error.code === 'NOT_FOUND') return null
      throw error
    }
  }
}
