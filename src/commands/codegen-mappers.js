// A preset of graphql-codegen, which runs before anything is built: that is why it is no TypeScript.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { isInterfaceType, isObjectType } from 'graphql'

const features = 'src/features'

/** Resolvers of a type of the schema get the type of the same name that a feature's `models.ts` exports, if one does. */
export const preset = {
  /** @param {import('@graphql-codegen/plugin-helpers').Types.PresetFnArgs<object>} options */
  buildGeneratesSection: ({ baseOutputDir, schemaAst, config, ...options }) => {
    const mappers = {}
    for (const feature of readdirSync(features)) {
      const file = `${features}/${feature}/models.ts`
      const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
      for (const [, name] of text.matchAll(/^export (?:interface|type) (\w+)/gm)) {
        const type = schemaAst?.getType(name)
        if (!isObjectType(type) && !isInterfaceType(type)) continue
        if (name in mappers) throw new Error(`two features have models of ${name}`)
        mappers[name] = `../${features}/${feature}/models.js#${name} as ${name}Model`
      }
    }
    return [{ ...options, schemaAst, filename: baseOutputDir, config: { ...config, mappers } }]
  },
}
