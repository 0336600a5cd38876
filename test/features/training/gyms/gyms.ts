import type { App } from '../../../../src/app.js'
import { queryGraphQL, type TestUser } from '../../../helper.js'
import { newId, type Input } from '../workouts/workouts.js'

interface GymNode extends Input {
  id: string
  version: number
  name: string
  isDefault: boolean
}

const fields = `id version name unit isDefault
  bars { name load { value unit } } plates { load { value unit } count } dumbbells { value unit }
  steps { machine { value unit } cable { value unit } }`

interface Saved {
  saveGym: { gym: GymNode | null; conflict: string | null } | null
}

export const trySaveGym = (app: App, user: TestUser, input: Input) =>
  queryGraphQL<Saved>(
    app,
    `mutation($input: GymInput!) { saveGym(input: $input) { gym { ${fields} } conflict } }`,
    { input: { id: newId(), name: 'Gym', unit: 'KG', ...input } },
    user,
  )

export async function saveGym(app: App, user: TestUser, input: Input = {}) {
  const { data, errors } = await trySaveGym(app, user, input)
  if (!data?.saveGym) throw new Error(JSON.stringify(errors))
  return data.saveGym
}

export async function gymsOf(app: App, user: TestUser) {
  const { data } = await queryGraphQL<{ gyms: GymNode[] }>(app, `{ gyms { ${fields} } }`, {}, user)
  return data!.gyms
}

export const deleteGym = (app: App, user: TestUser, id: string) =>
  queryGraphQL(
    app,
    'mutation($id: ID!) { deleteGym(input: { id: $id }) { conflict deletedAt } }',
    { id },
    user,
  )
