import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { validationError } from '../../../../errors.js'
import { authenticatedViewer, requireAuthentication } from '../../../../http/authentication.js'
import { clientOf } from '../../../../http/client.js'
import { requirePermanentViewer } from '../../../../viewer.js'
import type { MailedCodeService } from '../mailed-codes/service.js'
import { NoContent, onErrors, StepUpBody } from '../schemas.js'
import { parseFactorProof } from '../second-factor/parse-proof.js'
import type { FactorProofs } from '../second-factor/proofs.js'
import type { StepUpService } from './service.js'

interface Options {
  stepUp: StepUpService
  mailedCodes: MailedCodeService
  factorProofs: FactorProofs
}

/** Serves `/auth/step-up`. */
export const stepUpRoutes: FastifyPluginAsyncTypebox<Options> = async (
  app,
  { stepUp, mailedCodes, factorProofs },
) => {
  const tags = ['auth']
  // Requests without `Content-Type: application/json` get 415 instead of a validation error.
  app.removeContentTypeParser('text/plain')

  app.post(
    '',
    {
      onRequest: requireAuthentication,
      schema: {
        tags,
        operationId: 'stepUp',
        summary: 'Confirm your identity before a sensitive action',
        description:
          'Requires an access token. Permits sensitive actions in its session for ten minutes, unless the server is configured otherwise; signing in does, too. Send either `password`, or `challenge` and `code` of a mailed code; if the second factor is on, send either `code` of the authenticator app or `recoveryCode`.',
        security: [{ bearer: [] }],
        body: StepUpBody,
        response: {
          204: NoContent,
          ...onErrors(
            'UNAUTHENTICATED',
            'TOKEN_EXPIRED',
            'INVALID_CREDENTIALS',
            'DELETION_PENDING',
            'GUEST_ACCOUNT',
          ),
        },
      },
    },
    async (request, reply) => {
      const viewer = requirePermanentViewer({ viewer: authenticatedViewer(request) })
      const { password, challenge, code } = request.body
      const client = clientOf(request)
      const given = Object.keys(request.body).sort().join()
      if (given === 'password' && password !== undefined) await stepUp.withPassword(viewer, password, client)
      else if (given === 'challenge,code' && challenge !== undefined && code !== undefined)
        await mailedCodes.stepUp(viewer, challenge, code, client)
      else if (given === 'code' || given === 'recoveryCode')
        await factorProofs.stepUp(viewer, parseFactorProof(request.body), client)
      else
        throw validationError(
          'body',
          'Send exactly one proof: `password`, `code`, `recoveryCode`, or `challenge` and `code`.',
        )
      return reply.code(204).send(null)
    },
  )
}
