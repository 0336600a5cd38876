import { readFileSync } from 'node:fs'

// The walls of the house: data goes edge → service → store → platform, and never backwards. They are drawn by the names
// of folders and files, so they hold for a feature that is made tomorrow, at any depth.
const feature = '^src/features/([^/]+)/'
const store = '^src/features/.+[/-]store\\.ts$'
/** Files by which a feature meets the outside. */
const edgeFiles = '/(feature|resolvers|routes|pages|download|receive|rest|schemas)\\.ts$'
const composition = '^src/(app|serve|workers/primary)\\.ts$|^src/commands/'

const wall = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/** Features in the order of the one list: each knows those above it only. */
const list = readFileSync(new URL('src/features/features.ts', import.meta.url), 'utf8')
const folderOf = name => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
const names = [...list.matchAll(/\.add\((\w+)\)/g)].map(([, name]) => folderOf(name))
const later = names
  .slice(0, -1)
  .map((name, at) =>
    wall(
      `${name}-comes-first`,
      'The order of features.ts is that of dependence.',
      { path: `^src/features/${name}/` },
      { path: `^src/features/(${names.slice(at + 1).join('|')})/` },
    ),
  )

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    wall('no-circles', 'What needs each other belongs together.', {}, { circular: true }),
    wall(
      'lib-is-pure',
      'lib/ knows nothing else.',
      { path: '^src/lib/' },
      { path: '^(src|generated)/', pathNot: '^src/(lib/|errors\\.ts$)' },
    ),
    wall(
      'platform-has-no-rules',
      'platform/ knows no feature and no edge.',
      { path: '^src/platform/' },
      { path: '^(src|generated)/', pathNot: '^src/(platform/|lib/|errors\\.ts$|config(\\.ts$|/))' },
    ),
    wall(
      'edges-know-no-feature',
      'What an edge needs of a feature it is handed.',
      { path: '^src/(http|graphql)/' },
      { path: '^src/(features|commands)/|^src/(app|serve|server)\\.ts$' },
    ),
    wall(
      'graphql-stands-on-http',
      'Never the other way round.',
      { path: '^src/http/' },
      { path: '^src/graphql/' },
    ),
    wall(
      'features-know-no-graphql-edge',
      'Resolvers are handed to it.',
      { path: '^src/features/' },
      { path: '^src/graphql/' },
    ),
    wall(
      'services-and-stores-know-no-edge',
      'Only the files by which a feature meets the outside do.',
      { path: feature, pathNot: edgeFiles },
      { path: '^generated/|^src/(http|graphql)/' },
    ),
    wall(
      'stores-are-private',
      "Ask the other feature's service, not its store.",
      { path: feature },
      { path: store, pathNot: '^src/features/$1/' },
    ),
    wall(
      'edges-ask-services',
      'Not stores, and not the database.',
      { path: edgeFiles, pathNot: '/feature\\.ts$' },
      { path: `${store}|^src/platform/database/` },
    ),
    wall(
      'services-know-no-edge-of-theirs',
      'Data goes edge → service → store.',
      { path: feature, pathNot: edgeFiles },
      { path: `^src/features/.+${edgeFiles}` },
    ),
    wall(
      'stores-know-no-service',
      'They are asked.',
      { path: store },
      { path: '^src/features/.+[/-]?service\\.ts$' },
    ),
    ...later,
    wall(
      'settings-are-handed-on',
      'As plain values, by those who put things together.',
      {
        path: '^src/',
        pathNot: `${composition}|^src/config\\.ts$|^src/platform/platform\\.ts$|^src/features/.*feature\\.ts$`,
      },
      { path: '^src/config\\.ts$' },
    ),
    wall(
      'nobody-imports-a-program',
      'It is run.',
      { pathNot: '^src/(commands/|server\\.ts)' },
      { path: '^src/(serve\\.ts|server\\.ts|commands/)' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
  },
}
