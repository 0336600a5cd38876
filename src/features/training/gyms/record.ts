import { conflict } from '../../../errors.js'
import type { Database } from '../../../platform/database/database.js'
import { declareRecord } from '../../owned/declare-record.js'
import { deleteOperation, saveOperation } from '../../owned/record.js'
import type { OwnedService } from '../../owned/service.js'
import { defaultGymId } from './default-gym.js'
import { readGym } from './input.js'
import { maxGyms } from './limits.js'
import { presentGym } from './service.js'
import type { GymStore } from './store.js'

interface Dependencies {
  owned: OwnedService
  database: Database
  gyms: Pick<GymStore, 'findAll'>
}

export const gymRecord = ({ owned, database, gyms }: Dependencies) =>
  declareRecord(
    { owned, database },
    {
      type: 'GYM',
      typename: 'Gym',
      payload: 'gym',
      list: { field: 'gyms', order: { field: 'updatedAt', type: 'date', direction: -1 }, maxCount: maxGyms },
      present: presentGym,

      prepare: () => ({
        validate(_write, { before, head }) {
          if (before === null && (head.counts.GYM ?? 0) >= maxGyms)
            throw conflict(`You already have ${maxGyms} gyms. Delete one first.`)
        },
      }),

      async derive(userId, changes) {
        const stored = new Map((await gyms.findAll(userId)).map(row => [row.id, row]))
        for (const { id, after } of changes) {
          if (after) stored.set(id, after)
          else stored.delete(id)
        }
        const saved = changes.flatMap(({ id, after }) => (after ? [id] : []))
        const defaultId = defaultGymId([...stored.values()], saved)
        const changed = [...stored.values()].filter(
          ({ id, derived }) => derived?.isDefault !== (id === defaultId),
        )
        return {
          derived: changed.map(({ id }) => ({ id, type: 'GYM', set: { isDefault: id === defaultId } })),
        }
      },

      operations: recordType => ({
        saveGym: saveOperation(recordType, readGym),
        deleteGym: deleteOperation(recordType),
      }),
    },
  )
