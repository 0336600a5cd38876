import { migrations } from '../../platform/database/migrations.js'
import { run } from '../run.js'
import { withApp } from '../with-app.js'

/** Does to the database what a start would do, so that the next start finds it done: indexes, its shape, its own entries. */
async function bringUpToDate(): Promise<string> {
  await withApp(async ({ features }) => {
    for (const { seed } of features.modules) await seed?.()
  })
  return `The database has schema version ${migrations.length} and all indexes. Older instances can continue to run.`
}

run(bringUpToDate, 'Migration failed')
