import { importTests } from '../import-tests.js'

await importTests(import.meta.url)
