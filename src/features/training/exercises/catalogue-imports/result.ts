import { Type, type Static } from 'typebox'

/** The maximum number of listed exercises for each outcome. */
export const maxListed = 100

const names = (description: string) => Type.Array(Type.String(), { description, maxItems: maxListed })

/** The result of an import, or of a preview that writes nothing. */
export const CatalogueImportResult = Type.Object({
  added: Type.Integer({ description: 'Number of new exercises.' }),
  changed: Type.Integer({ description: 'Number of exercises of an earlier import that the file changes.' }),
  unchanged: Type.Integer({ description: 'Number of exercises of an earlier import that stay as they are.' }),
  ignored: Type.Integer({
    description: 'Number of exercises that the catalogue already contains under a similar name or the slug.',
  }),
  skipped: Type.Integer({ description: 'Number of invalid records.' }),
  addedNames: names(`Names of the first ${maxListed} new exercises.`),
  changedNames: names(`Names of the first ${maxListed} changed exercises.`),
  ignoredNames: names(`Names of the first ${maxListed} ignored exercises.`),
  skippedRecords: Type.Array(
    Type.Object({
      record: Type.String({ description: 'Position and name of the record.' }),
      reason: Type.String({ description: 'Why it is invalid.' }),
    }),
    { description: `The first ${maxListed} invalid records.`, maxItems: maxListed },
  ),
})

export type CatalogueImportResult = Static<typeof CatalogueImportResult>
