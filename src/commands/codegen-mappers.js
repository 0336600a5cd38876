// A preset for graphql-codegen. It runs before the build, so it is JavaScript.
import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { isInterfaceType, isObjectType } from 'graphql'

const features = 'src/features'

/** Maps types of the schema to the types of the same name that a feature's `models.ts` exports. */
export const preset = {
  /** @param {import('@graphql-codegen/plugin-helpers').Types.PresetFnArgs<object>} options */
  buildGeneratesSection: ({ baseOutputDir, schemaAst, config, ...options }) => {
    const mappers = {}
    const files = readdirSync(features, { recursive: true }).filter(file => basename(file) === 'models.ts')
    for (const file of files.sort()) {
      const text = readFileSync(`${features}/${file}`, 'utf8')
      for (const [, name] of text.matchAll(/^export (?:interface|type) (\w+)/gm)) {
        const type = schemaAst?.getType(name)
        if (!isObjectType(type) && !isInterfaceType(type)) continue
        if (name in mappers) throw new Error(`two features have models of ${name}`)
        mappers[name] = `../${features}/${file.replace(/ts$/, 'js')}#${name} as ${name}Model`
      }
    }
    return [{ ...options, schemaAst, filename: baseOutputDir, config: { ...config, mappers } }]
  },
}
