import cookie from '@fastify/cookie'
import formBody from '@fastify/formbody'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import { Type, type Static } from 'typebox'
import { notFound } from '../../../../errors.js'
import { clientOf, originOf } from '../../../../http/client.js'
import { KiB, seconds } from '../../../../lib/quantities.js'
import { personalFields } from '../../profile/fields.js'
import { Accepted, LoginResponse, onErrors } from '../schemas.js'
import type { OpenIdProvider, OpenIdProviders } from './providers.js'
import { CallbackParameters, ExchangeBody, IdTokenBody, LinkBody, Provider, StartQuery } from './schemas.js'
import type { LinkRequestService } from './link-requests.js'
import type { IdentitySignIn } from './sign-in.js'
import type { WebFlow } from './web-flow.js'

interface Options {
  signIn: IdentitySignIn['signIn']
  linkRequests: LinkRequestService
  providers: OpenIdProviders
  web: WebFlow
  /** The public URL of these routes, to which the cookie is restricted. */
  baseUrl: string
}

const cookieName = 'oidc_sign_in'
/** Responses of providers have a few kilobytes. Larger forms with many parameters take long to parse. */
const maxFormSize = 64 * KiB

/** Serves `/auth/oidc`: the sign-in with OpenID Connect providers, by an ID token or in a browser, and the linking. */
export const openIdRoutes: FastifyPluginAsyncTypebox<Options> = async (app, options) => {
  const { signIn, linkRequests, providers, web, baseUrl } = options
  await app.register(cookie)
  await app.register(formBody, { bodyLimit: maxFormSize })
  const tags = ['auth']
  app.removeContentTypeParser('text/plain')

  app.post(
    '/link',
    {
      schema: {
        tags,
        operationId: 'linkIdentity',
        summary: 'Link an identity to the account with its address',
        description:
          'With the password of the account, links the identity and signs in. The token is valid for ten minutes and five passwords. Without a password, sends a link to the address of the account, which is valid for one hour.',
        body: LinkBody,
        response: {
          200: LoginResponse,
          202: Accepted,
          ...onErrors(
            ...(['INVALID_TOKEN', 'INVALID_CREDENTIALS', 'SECOND_FACTOR_REQUIRED'] as const),
            ...(['ACCOUNT_DISABLED', 'IDENTITY_TAKEN', 'CONFLICT'] as const),
          ),
        },
      },
    },
    async (request, reply) => {
      const { linkToken, password } = request.body
      if (password === undefined) {
        await linkRequests.requestMailedLink(linkToken, originOf(request))
        return reply
          .code(202)
          .send({ message: 'A mail with a link is on its way to the address of the account.' })
      }
      const { account, ...tokens } = await linkRequests.linkWithPassword(
        linkToken,
        password,
        clientOf(request),
      )
      return { ...tokens, user: account }
    },
  )

  const cookieOptions = (provider: OpenIdProvider) => {
    // A response that the provider posts comes from another site.
    const isCrossSite = provider.client.postsResponse && baseUrl.startsWith('https:')
    return {
      path: new URL(baseUrl).pathname,
      httpOnly: true,
      secure: baseUrl.startsWith('https:'),
      sameSite: isCrossSite ? 'none' : 'lax',
    } as const
  }

  app.get(
    '/:provider/start',
    {
      // Browsers cannot sign requests.
      config: { unsigned: true },
      schema: {
        tags,
        operationId: 'startProviderSignIn',
        summary: 'Sign in with a provider in a browser',
        description:
          'Open this address in a browser, not with fetch. After the sign-in at the provider, the browser is redirected to `redirectUri` with `code` and `state`, or with `error` and `state`. Exchange the code at `POST /auth/oidc/exchange` within one minute.',
        params: Provider,
        querystring: StartQuery,
        response: {
          302: Type.Null({ description: 'Redirects to the provider, and sets a cookie for the callback.' }),
          ...onErrors('NOT_FOUND'),
        },
      },
    },
    async (request, reply) => {
      const provider = providerOf(request.params.provider)
      const { redirectUri, codeChallenge, state = null } = request.query
      const { url, cookie: flow } = await web.start(provider, { redirectUri, codeChallenge, state })
      void reply.setCookie(cookieName, flow, { ...cookieOptions(provider), maxAge: web.lifetime / seconds })
      return reply.header('cache-control', 'no-store').redirect(url, 302)
    },
  )

  const finish = async (
    { params, cookies }: { params: Static<typeof Provider>; cookies: Record<string, string | undefined> },
    response: Static<typeof CallbackParameters>,
    reply: FastifyReply,
  ) => {
    const provider = providerOf(params.provider)
    const url = await web.finish(provider, new URLSearchParams(response), cookies[cookieName])
    void reply.clearCookie(cookieName, cookieOptions(provider))
    return reply.header('cache-control', 'no-store').redirect(url, 303)
  }

  const callbackSchema = {
    tags,
    summary: 'Receive the response of a provider',
    description:
      'The provider sends the browser here. Requires the cookie of `GET /auth/oidc/{provider}/start`, which is valid for ten minutes and works once.',
    params: Provider,
    response: {
      303: Type.Null({ description: 'Redirects to the `redirectUri` of the start.' }),
      ...onErrors('INVALID_STATE', 'NOT_FOUND'),
    },
  }

  app.get(
    '/:provider/callback',
    {
      config: { unsigned: true },
      schema: { ...callbackSchema, operationId: 'receiveProviderResponse', querystring: CallbackParameters },
    },
    (request, reply) => finish(request, request.query, reply),
  )

  // Apple posts its response as a form.
  app.post(
    '/:provider/callback',
    {
      config: { unsigned: true },
      schema: {
        ...callbackSchema,
        operationId: 'receivePostedProviderResponse',
        consumes: ['application/x-www-form-urlencoded'],
        body: CallbackParameters,
      },
    },
    (request, reply) => finish(request, request.body, reply),
  )

  app.post(
    '/exchange',
    {
      schema: {
        tags,
        operationId: 'exchangeCode',
        summary: 'Exchange the code of a sign-in in a browser for tokens',
        description: 'A code works once, for one minute, and only with the PKCE verifier of its challenge.',
        body: ExchangeBody,
        response: {
          200: LoginResponse,
          ...onErrors(
            ...(['INVALID_TOKEN', 'SECOND_FACTOR_REQUIRED', 'ACCOUNT_DISABLED'] as const),
            ...(['REGISTRATION_DISABLED', 'LINK_REQUIRED'] as const),
          ),
        },
      },
    },
    async request => {
      const { code, codeVerifier } = request.body
      const { account, ...tokens } = await signIn(await web.redeem(code, codeVerifier), clientOf(request))
      return { ...tokens, user: account }
    },
  )

  app.post(
    '/:provider',
    {
      schema: {
        tags,
        operationId: 'signInWithProvider',
        summary: 'Sign in with an ID token',
        description:
          'For apps that sign in with the SDK of a provider. A new identity gets a new account. If its confirmed address belongs to an account, the owner first agrees to link both: see `POST /auth/oidc/link`. An ID token and a nonce work once.',
        params: Provider,
        body: IdTokenBody,
        response: {
          200: LoginResponse,
          ...onErrors(
            ...(['INVALID_ID_TOKEN', 'SECOND_FACTOR_REQUIRED', 'ACCOUNT_DISABLED'] as const),
            ...(['REGISTRATION_DISABLED', 'NOT_FOUND', 'LINK_REQUIRED'] as const),
          ),
        },
      },
    },
    async request => {
      const provider = providerOf(request.params.provider)
      const { idToken, nonce, name, authorizationCode } = request.body
      // Check the names first, because the token works once.
      if (name) personalFields.applyChanges(personalFields.defaults, name, 'name.')
      const claims = await provider.verify(idToken, nonce, clientOf(request))
      const refreshToken =
        authorizationCode === undefined
          ? null
          : await provider.client
              .exchangeNativeCode(authorizationCode, claims.clientId)
              .catch((err: unknown) => {
                // The sign-in succeeds without it. Only the access at the provider is not revoked later.
                request.log.warn({ err, provider: provider.name }, 'a code of a native app was refused')
                return null
              })
      const provided = { ...claims, provider: provider.name, name: name ?? null, refreshToken }
      const { account, ...tokens } = await signIn(provided, clientOf(request))
      return { ...tokens, user: account }
    },
  )

  /** @throws AppError NOT_FOUND */
  function providerOf(name: string): OpenIdProvider {
    const provider = providers.find(name)
    if (!provider) throw notFound('sign-in service')
    return provider
  }
}
