import { readFileSync } from 'node:fs'

// The layers: data flows edge → service → store → platform, never backwards. The rules match names of folders and files,
// so they also hold for features that are added later, at any depth.
const list = readFileSync(new URL('src/features/features.ts', import.meta.url), 'utf8')
const folders = new Map(
  [...list.matchAll(/^import \{ (\w+) \} from '\.\/(.+)\/feature\.js'$/gm)].map(([, name, folder]) => [
    name,
    folder,
  ]),
)
/** Folders of the features in the order of features.ts. */
const features = [...list.matchAll(/\.add\((\w+)\)/g)].map(([, name]) => folders.get(name))
const groups = new Set(features.filter(folder => folder.includes('/')).map(folder => folder.split('/')[0]))

// The order of the features is then also the order of the groups.
const groupRuns = features
  .map(folder => folder.split('/')[0])
  .filter((group, at, all) => group !== all[at - 1])
if (new Set(groupRuns).size < groupRuns.length)
  throw new Error(`List the features of a group together in features.ts, not as ${groupRuns.join(', ')}.`)

const feature = `^src/features/((?:(?:${[...groups].join('|')})/)?[^/]+)/`
const store = '^src/features/.+[/-]store\\.ts$'
/** Files in which a feature talks to clients. */
const edgeFiles =
  '/(feature|resolvers|routes|pages|download|multipart-upload|receive-import-file|schemas)\\.ts$'
const composition = '^src/(app|plugin-options|serve|workers/primary)\\.ts$|^src/commands/'

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

const later = features
  .slice(0, -1)
  .map((folder, at) =>
    rule(
      `${folder.split('/').at(-1)}-precedes-later-features`,
      'A feature may only import features that precede it in features.ts.',
      { path: `^src/features/${folder}/` },
      { path: `^src/features/(${features.slice(at + 1).join('|')})/` },
    ),
  )

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    rule('no-cycles', 'Modules that need each other belong in one module.', {}, { circular: true }),
    rule(
      'lib-is-pure',
      'lib/ imports nothing but itself and errors.ts.',
      { path: '^src/lib/' },
      { path: '^(src|generated)/', pathNot: '^src/(lib/|errors\\.ts$)' },
    ),
    rule(
      'platform-has-no-domain-rules',
      'platform/ imports no feature and no edge.',
      { path: '^src/platform/' },
      { path: '^(src|generated)/', pathNot: '^src/(platform/|lib/|errors\\.ts$|config(\\.ts$|/))' },
    ),
    rule(
      'edges-import-no-features',
      'app.ts passes the services that an edge needs.',
      { path: '^src/(http|graphql)/' },
      { path: '^src/(features|commands)/|^src/(app|serve|server)\\.ts$' },
    ),
    rule(
      'http-does-not-import-graphql',
      'graphql/ builds on http/.',
      { path: '^src/http/' },
      { path: '^src/graphql/' },
    ),
    rule(
      'web-app-is-a-client',
      'The web app builds on the client package and on the documents that are generated for it.',
      { path: '^src/web/' },
      {
        path: '^(src|generated)/',
        pathNot: '^src/(web|client)/|^generated/operations/(web-app|console)\\.ts$',
      },
    ),
    rule('web-app-is-not-imported', 'The build bundles it.', { pathNot: '^src/web/' }, { path: '^src/web/' }),
    rule(
      'features-do-not-import-graphql',
      'app.ts passes the resolvers of the features to graphql/.',
      { path: '^src/features/' },
      { path: '^src/graphql/' },
    ),
    rule(
      'services-and-stores-import-no-edge',
      'Only resolvers, routes and the other edge files of a feature do.',
      { path: feature, pathNot: edgeFiles },
      { path: '^generated/|^src/(http|graphql)/' },
    ),
    rule(
      'stores-are-private',
      "Call the other feature's service, not its store.",
      { path: feature },
      { path: store, pathNot: '^src/features/$1/' },
    ),
    rule(
      'edges-call-services',
      'Edges call neither stores nor the database.',
      { path: edgeFiles, pathNot: '/feature\\.ts$' },
      { path: `${store}|^src/platform/database/` },
    ),
    rule(
      'services-do-not-import-their-edges',
      'Data flows edge → service → store.',
      { path: feature, pathNot: edgeFiles },
      { path: `^src/features/.+${edgeFiles}` },
    ),
    rule(
      'stores-do-not-import-services',
      'Services call stores.',
      { path: store },
      { path: '^src/features/.+[/-]?service\\.ts$' },
    ),
    ...later,
    rule(
      'only-composition-imports-config',
      'Composition passes settings on as plain values.',
      {
        path: '^src/',
        pathNot: `${composition}|^src/config\\.ts$|^src/platform/platform\\.ts$|^src/features/.*feature\\.ts$`,
      },
      { path: '^src/config\\.ts$' },
    ),
    rule(
      'entry-points-are-not-imported',
      'Entry points are run, not imported.',
      { pathNot: '^src/(commands/|(cli|server)\\.ts$)' },
      { path: '^src/((cli|serve|server)\\.ts$|commands/)' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
  },
}
