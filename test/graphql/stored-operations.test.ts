import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { loadManifests } from '../../src/graphql/registered/manifests.js'
import { loadOperations, storeOperations } from '../../src/graphql/registered/stored-operations.js'

const me = 'query Me { me { ...Who } }'
const who = 'fragment Who on User { id }'
const idsOf = (operations: readonly { id: string }[]) => operations.map(({ id }) => id)

function store(t: Test) {
  const root = t.testdir({ operations: { ios: { '1.0.0': { 'me.graphql': me, 'who.graphql': who } } } })
  const [folder, file] = [`${root}/operations`, `${root}/operations.json`]
  storeOperations(folder, file)
  return { folder, file }
}

t.test('loads the stored operations without reading the files again', t => {
  const { folder, file } = store(t)
  const parsed = loadManifests(folder)
  t.same(
    loadOperations(folder, file),
    parsed.map(({ id, source }) => ({ id, source })),
  )
  writeFileSync(file, readFileSync(file, 'utf8').replace('ios/1.0.0/Me', 'ios/1.0.0/Stored'))
  t.same(idsOf(loadOperations(folder, file)), ['ios/1.0.0/Stored'])
  t.end()
})

t.test('reads the files if one has changed', t => {
  const { folder, file } = store(t)
  writeFileSync(`${folder}/ios/1.0.0/who.graphql`, who.replace('id', 'name'))
  t.match(loadOperations(folder, file), [{ id: 'ios/1.0.0/Me', source: /name/ }])
  t.end()
})

t.test('reads the files if one was renamed', t => {
  const { folder, file } = store(t)
  renameSync(`${folder}/ios`, `${folder}/android`)
  t.same(idsOf(loadOperations(folder, file)), ['android/1.0.0/Me'])
  t.end()
})

t.test('reads the files if no operations are stored', t => {
  const { folder } = store(t)
  t.same(idsOf(loadOperations(folder, `${folder}/none.json`)), ['ios/1.0.0/Me'])
  t.end()
})

t.test('reports the problems of changed files', t => {
  const { folder, file } = store(t)
  writeFileSync(`${folder}/ios/1.0.0/me.graphql`, 'query Me {')
  t.throws(() => loadOperations(folder, file), { message: /^ios 1\.0\.0: .*me\.graphql:1:11: Syntax Error/ })
  t.end()
})

t.test('loads the operations that the build has stored', t => {
  const folder = fileURLToPath(new URL('../../../schema/operations', import.meta.url))
  const stored = loadOperations(folder)
  t.same(
    stored,
    loadManifests(folder).map(({ id, source }) => ({ id, source })),
  )
  t.strictSame(Object.keys(stored[0] ?? {}), ['id', 'source'], 'the operations are stored')
  t.end()
})
