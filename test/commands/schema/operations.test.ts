import t from 'tap'
import { loadManifests } from '../../../src/graphql/registered/manifests.js'
import { projectRoot, run, tree } from './tree.js'

const me = 'query Me { me { id } }'

t.test('validates every registered operation', t => {
  const { status, output } = run(projectRoot, 'check-operations')
  t.equal(status, 0, output)
  t.match(output, /^[1-9]\d* operations of [1-9]\d* app versions checked, 0 problems\.\n$/)
  t.end()
})

t.test('reports the app, version, file and location of an invalid operation', t => {
  const folder = tree(t, {
    operations: {
      ios: { '1.2.0': { 'me.graphql': me, 'old.graphql': 'query Old {\n  me {\n    shoeSize\n  }\n}' } },
      android: { '7.0': { 'me.graphql': me } },
    },
  })
  const { status, output } = run(folder, 'check-operations')
  t.equal(status, 1)
  t.match(output, 'ios 1.2.0 Old: ios/1.2.0/old.graphql:3:5: Cannot query field "shoeSize" on type "User".')
  t.match(output, '3 operations of 2 app versions checked, 1 problems.')
  t.notMatch(output, 'android 7.0')
  t.end()
})

t.test('shares fragments within a version only', t => {
  const fragment = 'fragment Who on User { id name }'
  const query = 'query Me { me { ...Who } }'
  const folder = tree(t, {
    operations: {
      ios: {
        '1.0.0': { 'me.graphql': query, 'who.graphql': fragment },
        '1.1.0': { 'me.graphql': query },
      },
    },
  })
  const { status, output } = run(folder, 'check-operations')
  t.equal(status, 1)
  t.match(output, 'ios 1.1.0 Me: ios/1.1.0/me.graphql:1:20: Unknown fragment "Who".')
  t.notMatch(output, 'ios 1.0.0')
  t.end()
})

t.test('rejects duplicate names of operations and fragments within a version', t => {
  const folder = tree(t, {
    operations: {
      ios: {
        '1.0.0': { 'a.graphql': me, 'b.graphql': `${me} fragment Me on User { id }` },
        '1.1.0': { 'a.graphql': me },
        '2.0.0': { 'a.graphql': `${me} fragment F on User { id } fragment F on User { name }` },
      },
    },
  })
  const { status, output } = run(folder, 'check-operations')
  t.equal(status, 1)
  t.match(output, 'ios 1.0.0: ios/1.0.0/b.graphql: operation Me is already defined in ios/1.0.0/a.graphql')
  t.match(output, 'ios 2.0.0: ios/2.0.0/a.graphql: fragment F is already defined in ios/2.0.0/a.graphql')
  t.match(output, '1 operations of 1 app versions checked, 2 problems.')
  t.end()
})

t.test('rejects invalid manifests', t => {
  const folder = tree(t, {
    operations: {
      ios: {
        '1.0.0': { 'broken.graphql': 'query Me {' },
        '1.1.0': { 'unnamed.graphql': '{ me { id } }' },
        '1.2.0': { 'schema.graphql': 'type Foo { id: ID }' },
        '1.3.0': { deeper: { 'me.graphql': me } as never },
      },
    },
  })
  const { status, output } = run(folder, 'check-operations')
  t.equal(status, 1)
  t.match(output, /ios 1\.0\.0: ios\/1\.0\.0\/broken\.graphql:1:11: Syntax Error/)
  t.match(output, 'ios 1.1.0: ios/1.1.0/unnamed.graphql: contains an operation without a name')
  t.match(
    output,
    'ios 1.2.0: ios/1.2.0/schema.graphql: contains a definition that is neither an operation nor a fragment',
  )
  t.match(output, 'ios/1.3.0/deeper: ios/1.3.0/deeper/me.graphql: is not in a folder <app>/<version>/')

  t.throws(() => loadManifests(`${folder}/schema/operations`), {
    message: /contains an operation without a name/,
  })
  t.end()
})

t.test('loads an operation with the fragments that it uses', t => {
  const folder = tree(t, {
    operations: {
      ios: {
        '1.0.0': {
          'fragments.graphql': 'fragment Who on User { ...Name } fragment Name on User { name }',
          'more.graphql': 'fragment Unused on User { id }\nquery Other { me { id } }',
          'session.graphql': '# Comment\nquery Me { me { ...Who } }',
        },
      },
    },
  })
  const operations = loadManifests(`${folder}/schema/operations`)
  t.same(
    operations.map(({ id, app, version, name, file }) => ({ id, app, version, name, file })),
    [
      { id: 'ios/1.0.0/Other', app: 'ios', version: '1.0.0', name: 'Other', file: 'ios/1.0.0/more.graphql' },
      { id: 'ios/1.0.0/Me', app: 'ios', version: '1.0.0', name: 'Me', file: 'ios/1.0.0/session.graphql' },
    ],
  )
  t.equal(operations[0]!.source, 'query Other {\n  me {\n    id\n  }\n}')
  t.match(operations[1]!.source, /^query Me \{[^]*fragment Who on User[^]*fragment Name on User/)
  t.notMatch(operations[1]!.source, 'Unused')
  t.end()
})

t.test('loads no operations without a folder', t => {
  t.same(loadManifests(`${t.testdir({})}/operations`), [])
  t.end()
})
