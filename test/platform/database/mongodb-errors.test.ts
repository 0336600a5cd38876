import {
  MongoBulkWriteError,
  MongoError,
  MongoErrorLabel,
  MongoNetworkError,
  MongoServerError,
  type BulkWriteResult,
} from 'mongodb'
import t from 'tap'
import { DatabaseUnavailableError, DuplicateKeyError } from '../../../src/platform/database/database.js'
import {
  isTransient,
  isCommitResultUnknown,
  translateError,
} from '../../../src/platform/database/mongodb/errors.js'

const labelled = (label: MongoErrorLabel) => {
  const error = new MongoError('labelled')
  error.addErrorLabel(label)
  return error
}

void t.test('reports errors of a broken connection as unavailable, even without a label', async t => {
  // The driver sometimes throws these errors without labels.
  const bare = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
  const inCommit = new TypeError('firstCommitError.hasErrorLabel is not a function')
  for (const error of [bare, inCommit, new MongoNetworkError('closed')]) {
    t.ok(translateError(error) instanceof DatabaseUnavailableError)
    t.ok(isTransient(error))
    t.ok(isCommitResultUnknown(error), 'the result of the commit is unknown')
  }
})

void t.test('reports a bulk write that a broken connection ended as unavailable', async t => {
  // The driver throws this error if no server has responded.
  const bulkEndedBy = (error: MongoError) => new MongoBulkWriteError(error, {} as BulkWriteResult)
  const broken = bulkEndedBy(new MongoNetworkError('connection 7 closed'))
  t.ok(translateError(broken) instanceof DatabaseUnavailableError)
  t.ok(isTransient(broken))
  t.ok(isCommitResultUnknown(broken))
  const conflict = bulkEndedBy(labelled(MongoErrorLabel.TransientTransactionError))
  t.ok(isTransient(conflict))
  t.notOk(isCommitResultUnknown(conflict))
  t.notOk(isTransient(bulkEndedBy(new MongoError('no'))))
})

void t.test('retries transactions according to the labels of the server and the driver', async t => {
  const conflict = labelled(MongoErrorLabel.TransientTransactionError)
  t.ok(isTransient(conflict))
  t.notOk(isCommitResultUnknown(conflict))
  const unknown = labelled(MongoErrorLabel.UnknownTransactionCommitResult)
  t.ok(isTransient(unknown))
  t.ok(isCommitResultUnknown(unknown))
})

void t.test('does not translate other errors', async t => {
  const duplicate = new MongoServerError({ code: 11000, keyPattern: { userId: 1, seq: 1 } })
  t.match(translateError(duplicate), new DuplicateKeyError(['userId', 'seq'], { cause: duplicate }))
  for (const error of [duplicate, new TypeError('filter is undefined'), new MongoError('no'), undefined]) {
    t.notOk(isTransient(error))
    t.notOk(isCommitResultUnknown(error))
  }
})
