import { mapNodes, type Page, type PageArguments } from '../../../lib/pages.js'
import type { Database } from '../../../platform/database/database.js'
import { findPage, type PageOrder } from '../../../platform/database/find-page.js'
import type { StoredRecord } from '../../owned/models.js'
import { latestFirstIndex, ownedView, toStoredRecord } from '../../owned/view.js'
import type { DateRange, MeasurementContent } from './models.js'

export type MeasurementRow = StoredRecord<MeasurementContent>

const latestFirst: PageOrder = { field: 'content.date', type: 'string', direction: -1 }

export function measurementStore(database: Database) {
  const { collection, liveFilter, find, findSome } = ownedView<MeasurementContent>(database, 'MEASUREMENT', [
    latestFirstIndex('content.date'),
  ])

  return {
    find,
    findSome,

    async page(
      userId: string,
      { from, to }: DateRange,
      pageArguments: PageArguments,
    ): Promise<Page<MeasurementRow, number | null>> {
      const range = { ...(from !== null && { $gte: from }), ...(to !== null && { $lte: to }) }
      const filter = { ...liveFilter(userId), ...((from ?? to) !== null && { 'content.date': range }) }
      const list = { filter, order: latestFirst, totalCount: null }
      return mapNodes(await findPage(collection, list, pageArguments), toStoredRecord)
    },
  }
}

export type MeasurementStore = ReturnType<typeof measurementStore>
