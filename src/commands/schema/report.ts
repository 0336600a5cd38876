import type { Comparison, SchemaChange } from './compare.js'
import type { RegisteredOperation } from '../../graphql/registered/registered-version.js'

/** Formats a comparison, with breaking changes first. */
export function report({ breaking, dangerous, others }: Comparison): string {
  return [
    ...breaking.flatMap(change => formatChange('Breaking', change)),
    ...dangerous.flatMap(change => formatChange('Dangerous', change)),
    `${breaking.length} breaking, ${dangerous.length} dangerous, ${others} other changes since the publication.`,
  ].join('\n')
}

const formatChange = (level: string, { path, message, affected }: SchemaChange): string[] => [
  `${level}: ${path}: ${message}`,
  ...(affected.length === 0 ? ['no registered operation'] : byVersion(affected)).map(
    line => `  affects ${line}`,
  ),
]

function byVersion(operations: readonly RegisteredOperation[]): string[] {
  const names = new Map<string, string[]>()
  for (const { app, version, name } of operations) {
    const key = `${app} ${version}`
    names.set(key, [...(names.get(key) ?? []), name])
  }
  return [...names].map(([version, own]) => `${version}: ${own.join(', ')}`)
}
