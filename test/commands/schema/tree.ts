import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse, print, visit } from 'graphql'
import type { Test } from 'tap'

export const projectRoot = fileURLToPath(new URL('../../../../', import.meta.url))

export const currentSchema = readFileSync(join(projectRoot, 'generated/schema.graphql'), 'utf8')

type Command = 'check-operations' | 'check-schema' | 'publish-schema'

/** Runs a command in a folder as npm would. */
export function run(folder: string, command: Command, ...args: string[]) {
  const program = fileURLToPath(new URL(`../../../src/commands/schema/${command}.js`, import.meta.url))
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: folder,
    encoding: 'utf8',
  })
  return { status, output: stdout + stderr }
}

interface Tree {
  current?: string
  published?: string
  /** Texts by app, version and file. */
  operations?: Record<string, Record<string, Record<string, string>>>
}

/** Creates a folder with the files of the project that the commands read. */
export function tree(t: Pick<Test, 'testdir'>, { current, published, operations }: Tree): string {
  return t.testdir({
    generated: { 'schema.graphql': current ?? currentSchema },
    schema: {
      operations: operations ?? {},
      published: published === undefined ? {} : { 'schema.graphql': published },
    },
  })
}

/** Returns the schema without the type, field or argument at a path such as `User.email` or `Query.exercises.first`. */
export function without(sdl: string, path: string): string {
  const rest = visit(parse(sdl), {
    enter(node, _key, _parent, _path, ancestors) {
      const names = [...ancestors, node].map(step => ('name' in step ? step.name?.value : undefined))
      return names.filter(name => name !== undefined).join('.') === path ? null : undefined
    },
  })
  if (print(rest) === print(parse(sdl))) throw new Error(`the schema has no ${path}`)
  return print(rest)
}

/** Returns the schema with a part of its text replaced. */
export function edited(sdl: string, what: RegExp, by: string): string {
  if (!what.test(sdl)) throw new Error(`the schema has no ${what.source}`)
  return sdl.replace(what, by)
}
