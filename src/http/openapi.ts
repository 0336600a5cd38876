import swagger from '@fastify/swagger'
import fp from 'fastify-plugin'

/** Describes the REST routes that are registered after it, at `/openapi.json`. */
export const openApi = fp<{ publicUrl: string }>(async (app, { publicUrl }) => {
  await app.register(swagger, {
    // A wildcard has no name of its own.
    transform: ({ schema, url }) => ({ schema, url: url.replace(/\*$/, ':filePath') }),
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Fitness Training Service: REST',
        description: 'Sign-in and files. Everything else is GraphQL at /graphql.',
        version: '1.0.0',
      },
      servers: [{ url: publicUrl }],
      tags: [
        { name: 'auth', description: 'Accounts and tokens' },
        { name: 'storage', description: 'Profile photos' },
        { name: 'health', description: 'Probes' },
      ],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
  })
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger())
})
