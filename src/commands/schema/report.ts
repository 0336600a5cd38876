import type { Comparison, SchemaChange } from './compare.js'
import type { RegisteredOperation } from '../../graphql/registered/registered-version.js'

/** The comparison for a terminal, the worst first. */
export function report({ breaking, dangerous, others }: Comparison): string {
  return [
    ...breaking.flatMap(change => lines('Breaking', change)),
    ...dangerous.flatMap(change => lines('Dangerous', change)),
    `${breaking.length} breaking, ${dangerous.length} dangerous, ${others} other changes since the publication.`,
  ].join('\n')
}

const lines = (level: string, { path, message, hurts }: SchemaChange): string[] => [
  `${level}: ${path}: ${message}`,
  ...(hurts.length === 0 ? ['no registered operation'] : byVersion(hurts)).map(line => `  concerns ${line}`),
]

function byVersion(operations: readonly RegisteredOperation[]): string[] {
  const names = new Map<string, string[]>()
  for (const { app, version, name } of operations) {
    const key = `${app} ${version}`
    names.set(key, [...(names.get(key) ?? []), name])
  }
  return [...names].map(([version, own]) => `${version}: ${own.join(', ')}`)
}
